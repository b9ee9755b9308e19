import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromBytes, toBytes } from '../../src/formats/go-string.ts'
import { type Case, caseFile, chartName, chartYaml, type Outcome } from './case.ts'

export interface HelmOptions {
  readonly helm: string
  /** Cases for which success is likely share one run of helm; a wrong guess costs one more run. */
  readonly likelyFails?: (index: number) => boolean
  /** Cases that may share a run with others of the same values and files, whatever they define. */
  readonly shareable?: (index: number) => boolean
  /** How many runs of helm may go on at once. */
  readonly atOnce?: number
  readonly signal: AbortSignal
}

const batchSize = 250
const usualAtOnce = 2
const hint = '\n\nUse --debug flag to render out invalid YAML'
// Ends each file of a batch, because helm trims the end of what it prints.
const endMark = '\u27E6end\u27E7'

/**
 * Renders cases with the real helm and gives the raw text of each file. `helm template --debug`
 * prints every rendered file as it is when some file is not YAML, so a file that never is goes along.
 * Helm stops at the first error: a case that fails is taken out of its batch and run alone.
 */
export async function renderWithHelm(
  cases: readonly Case[],
  options: HelmOptions,
): Promise<Outcome[]> {
  const outcomes: (Outcome | undefined)[] = cases.map(() => undefined)
  const alone: number[] = []
  const batches = new Map<string, number[]>()
  cases.forEach((one, index) => {
    const isAlone = options.shareable ? !options.shareable(index) : needsOwnChart(one)
    if (isAlone || options.likelyFails?.(index)) alone.push(index)
    else addTo(batches, JSON.stringify([one.values, one.files, one.flags]), index)
  })
  const jobs = [
    ...[...batches.values()].flatMap((indexes) =>
      chunks(indexes, batchSize).map(
        (chunk) => () => renderBatch(chunk, { cases, outcomes, options }),
      ),
    ),
    ...alone.map((index) => async () => {
      const expects = options.likelyFails?.(index) === true ? 'error' : 'output'
      outcomes[index] = await renderAlone(caseAt(cases, index), options, expects)
    }),
  ]
  await runAll(jobs, options.atOnce ?? usualAtOnce)
  return outcomes.map((outcome, index) => {
    if (outcome === undefined) throw new Error(`helm gave no outcome for case ${index}`)
    return outcome
  })
}

interface BatchContext {
  readonly cases: readonly Case[]
  readonly outcomes: (Outcome | undefined)[]
  readonly options: HelmOptions
}

/** The cases differ in nothing but their templates. */
async function renderBatch(indexes: readonly number[], context: BatchContext) {
  const shared = caseAt(context.cases, indexes[0] ?? 0)
  let remaining = [...indexes]
  while (remaining.length > 0) {
    const files = new Map(Object.entries(shared.files ?? {}))
    for (const index of remaining) {
      files.set(`templates/row-${index}-.yaml`, caseAt(context.cases, index).template + endMark)
    }
    const { stdout, stderr } = await runHelm(
      { ...shared, files, unreadable: true },
      context.options,
    )
    const texts = splitFiles(stdout)
    if (texts.size === 0) {
      // An error that names no file of the batch, in the values say, is one of each of its cases.
      const named = remaining.find((index) => stderr.includes(`templates/row-${index}-.yaml`))
      const culprit = named ?? remaining[0] ?? 0
      const one = caseAt(context.cases, culprit)
      context.outcomes[culprit] = await renderAlone(one, context.options, 'error')
      remaining = remaining.filter((index) => index !== culprit)
      continue
    }
    for (const index of remaining) {
      const text = texts.get(`templates/row-${index}-.yaml`)
      context.outcomes[index] =
        text === undefined
          ? await renderAlone(caseAt(context.cases, index), context.options, 'error')
          : { output: text }
    }
    return
  }
}

/** The output is seen with a mark at its end, the error without: two runs, or one if the guess is right. */
async function renderAlone(
  one: Case,
  options: HelmOptions,
  expects: 'output' | 'error',
): Promise<Outcome> {
  const files = new Map(Object.entries(one.files ?? {}))
  files.set(caseFile, one.template)
  if (one.view === 'manifests') {
    const { stdout, stderr } = await runHelm({ ...one, files, unreadable: false }, options)
    return /^Error: /m.test(stderr) ? { error: errorText(stderr) } : { output: stdout }
  }
  const marked = new Map(files).set(caseFile, one.template + endMark)
  const showOutput = async () => {
    const { stdout } = await runHelm({ ...one, files: marked, unreadable: true }, options)
    return splitFiles(stdout).get(caseFile)
  }
  const guessed = expects === 'output' ? await showOutput() : undefined
  if (guessed !== undefined) return { output: guessed }
  const plain = await runHelm({ ...one, files, unreadable: true }, options)
  if (splitFiles(plain.stdout).size === 0) return { error: errorText(plain.stderr) }
  const output = await showOutput()
  if (output === undefined) throw new Error(`helm printed no ${caseFile}: ${plain.stderr}`)
  return { output }
}

interface HelmChart extends Pick<Case, 'values' | 'flags'> {
  readonly files: ReadonlyMap<string, string>
  /** Whether a file that is not YAML goes along, so that helm shows all files as they are. */
  readonly unreadable: boolean
}

async function runHelm(chart: HelmChart, options: HelmOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-conformance-'))
  try {
    const all = new Map([
      ['Chart.yaml', chartYaml],
      ['values.yaml', chart.values ?? ''],
      ...chart.files,
    ])
    if (chart.unreadable) all.set('templates/never-yaml.yaml', `a: b: c${endMark}`)
    for (const [path, text] of all) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), toBytes(text))
    }
    const args = ['template', 'demo', folder, '--namespace', 'demo-ns', ...(chart.flags ?? [])]
    if (chart.unreadable) args.push('--debug')
    return await run(options.helm, args, options.signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In milliseconds. Helm copies a value that contains itself for ever. */
const helmPatience = 120_000
const endless = '\nfatal error: helm did not come to an end\n'

function run(program: string, args: readonly string[], signal: AbortSignal) {
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TZ: 'UTC' }
    const child = spawn(program, args, {
      signal,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: helmPatience,
      killSignal: 'SIGKILL',
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (_, endedBy) => {
      const stderr = fromBytes(Buffer.concat(err))
      const stdout = fromBytes(Buffer.concat(out))
      resolve({ stdout, stderr: endedBy === 'SIGKILL' ? `${stderr}${endless}` : stderr })
    })
  })
}

function splitFiles(stdout: string): Map<string, string> {
  const texts = new Map<string, string>()
  const heading = new RegExp(`(?:^|${endMark}\n)---\n# Source: ${chartName}/(\\S+)\n`, 'g')
  for (const match of stdout.matchAll(heading)) {
    const start = match.index + match[0].length
    if (match[1] !== undefined)
      texts.set(match[1], stdout.slice(start, stdout.indexOf(endMark, start)))
  }
  return texts
}

function errorText(stderr: string): string {
  const start = stderr.search(/^Error: /m)
  // Go cannot recover from some failures, such as a stack that is too deep.
  const [fatal] = /^fatal error: .*$/m.exec(stderr) ?? []
  if (start < 0 && fatal !== undefined) return fatal
  if (start < 0) throw new Error(`helm failed without an error: ${stderr}`)
  const text = stderr.slice(start + 'Error: '.length).replace(/\n$/, '')
  return text.endsWith(hint) ? text.slice(0, -hint.length) : text
}

// Definitions, file names and changes of shared values are visible to other templates of the same chart.
// `files: {}` asks for a chart of its own.
function needsOwnChart(one: Case): boolean {
  const isShared =
    one.view === undefined && (one.files === undefined || Object.keys(one.files).length > 0)
  return (
    !isShared ||
    /define|block|\.Template|BasePath|template|include|\b(?:un)?set\b|erge/.test(one.template)
  )
}

function caseAt(cases: readonly Case[], index: number): Case {
  const one = cases[index]
  if (one === undefined) throw new Error(`no case ${index}`)
  return one
}

function addTo(groups: Map<string, number[]>, key: string, index: number): void {
  const group = groups.get(key)
  if (group) group.push(index)
  else groups.set(key, [index])
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let i = 0; i < items.length; i += size) parts.push(items.slice(i, i + size))
  return parts
}

async function runAll(jobs: readonly (() => Promise<void>)[], concurrency: number): Promise<void> {
  const queue = jobs.values()
  const worker = async () => {
    for (const job of queue) await job()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
