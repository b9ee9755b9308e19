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
  readonly signal: AbortSignal
}

const batchSize = 250
const concurrency = 2
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
    if (needsOwnChart(one) || options.likelyFails?.(index)) alone.push(index)
    else addTo(batches, one.values ?? '', index)
  })
  const jobs = [
    ...[...batches].flatMap(([values, indexes]) =>
      chunks(indexes, batchSize).map(
        (chunk) => () => renderBatch(chunk, values, { cases, outcomes, options }),
      ),
    ),
    ...alone.map((index) => async () => {
      outcomes[index] = await renderAlone(caseAt(cases, index), options)
    }),
  ]
  await runAll(jobs)
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

async function renderBatch(indexes: readonly number[], values: string, context: BatchContext) {
  let remaining = [...indexes]
  while (remaining.length > 0) {
    const files = new Map(
      remaining.map((index) => [
        `templates/row-${index}-.yaml`,
        caseAt(context.cases, index).template + endMark,
      ]),
    )
    const { stdout, stderr } = await runHelm(files, values, context.options)
    const texts = splitFiles(stdout)
    if (texts.size === 0) {
      const culprit = remaining.find((index) => stderr.includes(`templates/row-${index}-.yaml`))
      if (culprit === undefined) throw new Error(`helm refused a batch without naming a file: ${stderr}`)
      context.outcomes[culprit] = await renderAlone(caseAt(context.cases, culprit), context.options)
      remaining = remaining.filter((index) => index !== culprit)
      continue
    }
    for (const index of remaining) {
      const text = texts.get(`templates/row-${index}-.yaml`)
      context.outcomes[index] =
        text === undefined
          ? await renderAlone(caseAt(context.cases, index), context.options)
          : { output: text }
    }
    return
  }
}

async function renderAlone(one: Case, options: HelmOptions): Promise<Outcome> {
  const files = new Map(Object.entries(one.files ?? {}))
  const plain = await runHelm(new Map([...files, [caseFile, one.template]]), one.values ?? '', options)
  if (splitFiles(plain.stdout).size === 0) return { error: errorText(plain.stderr) }
  const marked = new Map([...files, [caseFile, one.template + endMark]])
  const { stdout, stderr } = await runHelm(marked, one.values ?? '', options)
  const text = splitFiles(stdout).get(caseFile)
  if (text === undefined) throw new Error(`helm printed no ${caseFile}: ${stderr}`)
  return { output: text }
}

async function runHelm(files: ReadonlyMap<string, string>, values: string, options: HelmOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-conformance-'))
  try {
    const all = new Map([
      ['Chart.yaml', chartYaml],
      ['values.yaml', values],
      ['templates/never-yaml.yaml', `a: b: c${endMark}`],
      ...files,
    ])
    for (const [path, text] of all) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), toBytes(text))
    }
    const args = ['template', 'demo', folder, '--namespace', 'demo-ns', '--debug']
    return await run(options.helm, args, options.signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(program: string, args: readonly string[], signal: AbortSignal) {
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TZ: 'UTC' }
    const child = spawn(program, args, { signal, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', () => {
      resolve({ stdout: fromBytes(Buffer.concat(out)), stderr: fromBytes(Buffer.concat(err)) })
    })
  })
}

function splitFiles(stdout: string): Map<string, string> {
  const texts = new Map<string, string>()
  const heading = new RegExp(`(?:^|${endMark}\n)---\n# Source: ${chartName}/(\\S+)\n`, 'g')
  for (const match of stdout.matchAll(heading)) {
    const start = match.index + match[0].length
    if (match[1] !== undefined) texts.set(match[1], stdout.slice(start, stdout.indexOf(endMark, start)))
  }
  return texts
}

function errorText(stderr: string): string {
  const start = stderr.search(/^Error: /m)
  if (start < 0) throw new Error(`helm failed without an error: ${stderr}`)
  const text = stderr.slice(start + 'Error: '.length).replace(/\n+$/, '')
  return text.endsWith(hint) ? text.slice(0, -hint.length) : text
}

// Definitions and file names are visible to other templates of the same chart.
function needsOwnChart(one: Case): boolean {
  return (
    one.files !== undefined || /define|block|\.Template|BasePath|\.Files|template/.test(one.template)
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

async function runAll(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = jobs.values()
  const worker = async () => {
    for (const job of queue) await job()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
