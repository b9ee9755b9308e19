import { mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { FetchedSource } from '../../sources/chart-request.ts'
import { pulledLines } from '../../sources/oci/pulled-lines.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { type Progress, progressFor } from '../output/progress.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { chartRequest } from './sources/chart-request.ts'
import { fetchWithProgress } from './sources/fetch-with-progress.ts'
import { openSources, type Sources } from './sources/open-sources.ts'
import { type SourceChoice, sourceChoiceOf, sourceOptions } from './sources/source-options.ts'

export const command = {
  description:
    'Downloads charts as helm pull does: REPOSITORY/NAME of a repository that was added, a name with --repo, an address of a file, of a registry (oci://) or of git (git+https://HOST/PATH?ref=TAG&path=FOLDER). Files are whole or not there.',
  arguments: {
    chart: {
      count: 'one',
      summary: 'the chart, such as repository/name or oci://registry/charts/name',
    },
    'more-charts': { count: 'any', summary: 'further charts' },
  },
  options: {
    ...sourceOptions,
    destination: {
      kind: 'text',
      short: 'd',
      value: 'FOLDER',
      summary: 'where to write; the current folder unless given',
    },
    untar: { kind: 'switch', summary: 'unpack the chart into a folder of its name' },
    untardir: {
      kind: 'text',
      value: 'FOLDER',
      summary: 'with --untar: where that folder goes, seen from --destination',
    },
    prov: { kind: 'switch', summary: 'write the provenance file too, without checking it' },
    output: textOrJsonOption('what helm prints, or a list for programs'),
  },
  examples: [
    'pull bitnami/nginx --version ^15.0.0',
    'pull oci://registry.example/charts/web --untar',
    'pull web --repo https://charts.example -d ./downloads',
    'pull git+https://git.example/me/charts?ref=v1.2.0&path=charts/web',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly charts: readonly string[]
  readonly choice: SourceChoice
  readonly destination: string
  readonly untar: { readonly folder: string } | undefined
  readonly provenance: boolean
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return {
    charts: [given.arguments.chart, ...given.arguments['more-charts']],
    choice: sourceChoiceOf(options),
    destination: options.destination || '.',
    untar: options.untar ? { folder: options.untardir || '.' } : undefined,
    provenance: options.prov,
    output: options.output,
  }
}

export async function complete(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  const { completeChart } = await import('./complete-chart.ts')
  return await completeChart(before, ports)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const sources = await openSources(options.choice, ports, signal)
  const progress = progressFor(io, options.output)
  try {
    const pulled = []
    for (const chart of options.charts) {
      pulled.push(await pullOne(chart, options, { sources, progress, io }, signal))
    }
    if (options.output === 'json') io.stdout.write(`${JSON.stringify(pulled, undefined, 2)}\n`)
    return 'done'
  } finally {
    progress.close()
  }
}

interface Context {
  readonly sources: Sources
  readonly progress: Progress
  readonly io: Io
}

async function pullOne(chart: string, options: Options, context: Context, signal: AbortSignal) {
  const { sources, progress } = context
  const request = await chartRequest({ name: chart }, options.choice, sources, signal)
  const provenance = options.provenance || options.choice.verify ? 'want' : 'skip'
  const wanted = { label: chart, request: { ...request, provenance } as const }
  const fetched = await fetchWithProgress(wanted, sources.fetching, progress, signal)
  for (const note of fetched.notes) progress.say(`warning: ${note}`)
  if (options.provenance && fetched.provenance === undefined) {
    progress.say(`warning: there is no provenance of ${chart}`)
  }
  const path =
    options.untar === undefined
      ? await writeArchive(fetched, options, signal)
      : await unpack(fetched, options.untar.folder, options, signal)
  if (options.output === 'text') tell(chart, fetched, context)
  return { chart, path, resolved: fetched.resolved, digest: fetched.digest }
}

async function writeArchive(
  fetched: FetchedSource,
  { destination }: Options,
  signal: AbortSignal,
): Promise<string> {
  const { name, archive } = await packaged(fetched)
  const path = join(destination, name)
  await mkdir(destination, { recursive: true })
  await writeFileAtomically(path, archive, signal)
  if (fetched.provenance) await writeFileAtomically(`${path}.prov`, fetched.provenance, signal)
  return path
}

/** An archive stays as it is; files are packaged here. */
async function packaged({ content, fileName }: FetchedSource) {
  if (content.kind === 'archive' && fileName) return { name: fileName, archive: content.archive }
  const { chartOf } = await import('../../sources/content.ts')
  const { packageChart } = await import('../../chart/package/package-chart.ts')
  const { compressPackage } = await import('../../chart/node/write-package.ts')
  const { fileName: name, tar } = packageChart(chartOf(content), {})
  return { name, archive: compressPackage(tar) }
}

async function unpack(
  { content }: FetchedSource,
  below: string,
  { destination }: Options,
  signal: AbortSignal,
): Promise<string> {
  const { chartOf, filesOf } = await import('../../sources/content.ts')
  const { unpackFiles } = await import('../../sources/archive/unpack-files.ts')
  const folder = isAbsolute(below) ? below : join(destination, below)
  const { name } = chartOf(content).metadata
  await mkdir(folder, { recursive: true })
  try {
    await unpackFiles(filesOf(content), { folder, name }, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new PlainError(
      `failed to untar: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
  return join(folder, name)
}

/** Prints helm's lines: where a chart of a registry came from, and who signed it. */
function tell(
  chart: string,
  { resolved, digest, verifiedBy }: FetchedSource,
  context: Context,
): void {
  const say = (line: string) => context.progress.say(line, context.io.stdout)
  if (/^oci:\/\//i.test(chart)) pulledLines(resolved, digest).forEach((line) => say(line))
  if (verifiedBy?.by !== 'provenance') return
  for (const identity of verifiedBy.identities) say(`Signed by: ${identity}`)
  say(`Using Key With Fingerprint: ${verifiedBy.fingerprint.toUpperCase()}`)
  say(`Chart Hash Verified: ${verifiedBy.digest}`)
}
