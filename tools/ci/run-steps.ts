import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type CommandResult, runCommand } from '../run-command.ts'
import type { Step } from './steps.ts'
import {
  type Counts,
  countSecondLook,
  countVitestReport,
  describeFailures,
} from './vitest-counts.ts'

/** A step that hangs is ended, so that the others still get their turn. The suites of the real tools took 25 minutes beside other work. */
const stepLimitSeconds = 2_400

/** So many failed files are run once more, alone: more of them are no accident of a busy machine. */
const mostFilesAgain = 3

/** So many lines are told again of an error that belongs to no test. */
const linesOfUnhandled = 30

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

/** Runs every step whatever became of the ones before, and ends with the line `N passed, N failed`. */
export async function runSteps(
  steps: readonly Step[],
  env: Environment,
  say: Say,
): Promise<boolean> {
  const failedSteps: string[] = []
  const unsteady: string[] = []
  const failures: string[] = []
  let passed = 0
  let failed = 0
  for (const step of steps) {
    say(`\n== ${step.name}: ${step.command.join(' ')}`)
    const began = performance.now()
    const counts = await runStep(step, env, { say, unsteady, failures })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`-- ${step.name}: ${describe(counts)}, ${seconds} s`)
    passed += counts.passed
    failed += counts.failed
    if (counts.failed > 0) failedSteps.push(step.name)
  }
  say('')
  for (const file of unsteady) say(`unsteady, to be mended: ${file}`)
  for (const line of failures) say(`failed test: ${line}`)
  for (const name of failedSteps) say(`failed: ${name}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0
}

interface Told {
  readonly say: Say
  /** Files that failed and, run again, passed. */
  readonly unsteady: string[]
  /** A line for every test that failed for good, told again at the end: the output of a step is long. */
  readonly failures: string[]
}

async function runStep(step: Step, env: Environment, told: Told): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-ci-'))
  try {
    const stepEnv = { ...env, ...step.env?.() }
    if (step.counts === 'once') return judgeOnce(step, await run(step.command, stepEnv), told.say)
    const suite = (report: string, files: readonly string[] = []) =>
      runSuite(withArguments(step.command, files), join(folder, report), stepEnv)
    const first = await suite('first.json')
    const { failedFiles, ...counts } = countVitestReport(first.report)
    if (failedFiles.length === 0 || failedFiles.length > mostFilesAgain) {
      told.failures.push(...failuresOf(first))
      return judgeTests(step, first.ok, counts, told.say)
    }
    told.say(`-- once more, alone: ${failedFiles.join(' ')}`)
    const second = await suite('second.json', failedFiles)
    told.failures.push(...failuresOf(second))
    const stillFailed = new Set(countVitestReport(second.report).failedFiles)
    told.unsteady.push(...failedFiles.filter((file) => !stillFailed.has(file)))
    return judgeTests(step, second.ok, countSecondLook(first.report, second.report), told.say)
  } catch (error) {
    // No Node 24, no report: the step has failed, and the ones after it are still of interest.
    told.say(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface SuiteRun {
  readonly ok: boolean
  readonly output: string
  /** The JSON report. */
  readonly report: string
}

/** The files behind the `--` that npm passes on, whether or not the step has arguments of its own. */
function withArguments(command: Step['command'], files: readonly string[]): Step['command'] {
  return command.includes('--') ? [...command, ...files] : [...command, '--', ...files]
}

async function runSuite(
  command: readonly [string, ...string[]],
  report: string,
  env: Environment,
): Promise<SuiteRun> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok, output } = await run([...command, ...reporters], env)
  return { ok, output, report: await readFile(report, 'utf8') }
}

/** A line for everything a run of vitest failed on: its tests, or else the error that belongs to none. */
function failuresOf({ ok, output, report }: SuiteRun): readonly string[] {
  const lines = describeFailures(report)
  if (ok || lines.length > 0) return lines
  const plain = stripVTControlCharacters(output)
  const place = plain.lastIndexOf('Unhandled Errors')
  if (place < 0) return ['no test failed, but the runner did']
  return plain.slice(place).trimEnd().split('\n').slice(0, linesOfUnhandled)
}

function run(command: readonly [string, ...string[]], env: Environment): Promise<CommandResult> {
  const [program, ...args] = command
  return runCommand(program, args, { env, output: 'show', limitSeconds: stepLimitSeconds })
}

function judgeOnce(step: Step, result: CommandResult, say: Say): Counts {
  const answered = result.output.includes(step.expects ?? '')
  if (!answered) say(`${step.name} was expected to print ${step.expects}`)
  const ok = result.ok && answered
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

function judgeTests(step: Step, ok: boolean, counts: Counts, say: Say): Counts {
  let { failed } = counts
  if (step.counts === 'tests, none skipped' && counts.skipped > 0) {
    say(`${counts.skipped} tests were skipped; with the real tools at hand none may be`)
    failed += counts.skipped
  }
  // vitest also fails on what belongs to no test, such as an unhandled rejection.
  if (!ok && failed === 0) failed = 1
  return { ...counts, failed }
}

function describe({ passed, failed, skipped }: Counts): string {
  const text = `${passed} passed, ${failed} failed`
  return skipped === 0 ? text : `${text}, ${skipped} skipped`
}
