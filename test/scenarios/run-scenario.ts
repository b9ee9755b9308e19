import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { matches } from './match.ts'
import type { Command, Outcome, Scenario } from './scenario.ts'
import { splitWords } from './split-words.ts'

/** Where a scenario is played. */
export interface Stage {
  /** The folder that commands run in, empty at the beginning. */
  readonly folder: string
  /** Stands for `{namespace}` in commands and files, and becomes that again in what is printed. */
  readonly namespace: string
  readonly kubeconfig: string
  /** More that stands in braces, such as the address of a repository; longer ones first. */
  readonly words?: Readonly<Record<string, string>>
  /** The programs that a scenario may call, with the words before its own. */
  readonly programs: Readonly<Record<string, readonly [string, ...string[]]>>
  /** Programs that are called in this process, which is quicker. */
  readonly calls?: Readonly<Record<string, Call>>
}

/** A program that is called in this process. */
export type Call = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>

/** Shorter while a story is written: `OUTRIGGER_STORY_PATIENCE=4000`. */
const patienceMilliseconds = Number(process.env['OUTRIGGER_STORY_PATIENCE'] ?? 60_000)
const pauseMilliseconds = 200
const commandLimitMilliseconds = 60_000

/** Runs the commands one after the other and says what each printed. */
export async function runScenario(scenario: Scenario, stage: Stage): Promise<readonly Outcome[]> {
  for (const file of scenario.files) {
    const path = join(stage.folder, file.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, fill(file.text, stage))
  }
  const outcomes: Outcome[] = []
  for (const line of scenario.lines) {
    if (line.is === 'command') outcomes.push(await runPatiently(line.command, stage))
  }
  return outcomes
}

async function runPatiently(command: Command, stage: Stage): Promise<Outcome> {
  const deadline = Date.now() + patienceMilliseconds
  for (;;) {
    const outcome = await runOnce(command, stage)
    const isOver = !command.eventually || Date.now() > deadline
    if (isOver || matches(command.expected.lines, outcome.lines)) return outcome
    await sleep(pauseMilliseconds)
  }
}

async function runOnce(command: Command, stage: Stage): Promise<Outcome> {
  const [name = '', ...words] = splitWords(fill(command.text, stage))
  const call = stage.calls?.[name]
  if (call !== undefined) {
    const late = AbortSignal.timeout(patienceMilliseconds)
    const { exitCode, stdout, stderr } = await call(words, environment(stage), late)
    return outcomeOf(stdout, stderr, exitCode, stage)
  }
  const program = stage.programs[name]
  if (program === undefined) {
    const known = Object.keys(stage.programs).join(', ')
    throw new Error(`a scenario cannot run "${name}"; it can run ${known}`)
  }
  const [file, ...before] = program
  const child = spawn(file, [...before, ...words], {
    cwd: stage.folder,
    env: environment(stage),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: commandLimitMilliseconds,
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ])
  return outcomeOf(stdout, stderr, code, stage)
}

function outcomeOf(stdout: string, stderr: string, code: number | null, stage: Stage): Outcome {
  const lines = [
    ...linesOf(stdout, stage),
    ...linesOf(stderr, stage).map((line) => `! ${line}`),
    ...(code === 0 ? [] : [`? ${code ?? 'killed'}`]),
  ]
  return { lines }
}

/** Nothing of the user's own: neither a kubeconfig nor caches nor settings. */
function environment({ folder, kubeconfig }: Stage): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    PATH: process.env['PATH'] ?? '',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    KUBECONFIG: kubeconfig,
    // For `kubectl edit`: what a person would do.
    KUBE_EDITOR: 'sed -i s/blue/green/',
  }
}

function fill(template: string, { namespace, folder, words = {} }: Stage): string {
  let text = template.replaceAll('{namespace}', namespace).replaceAll('{folder}', folder)
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(`{${word}}`, value)
  return text
}

function linesOf(printed: string, { namespace, folder, words = {} }: Stage): readonly string[] {
  if (printed === '') return []
  let portable = printed
  for (const [word, value] of Object.entries(words))
    portable = portable.replaceAll(value, `{${word}}`)
  return portable
    .replaceAll(namespace, '{namespace}')
    .replaceAll(folder, '{folder}')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trimEnd())
}
