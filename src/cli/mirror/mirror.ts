import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { readYaml } from '../../formats/yaml/read.ts'
import { readImage } from '../../images/image-reference.ts'
import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import type { CollectedChart } from '../../mirror/charts/collected-chart.ts'
import {
  type ChartDestination,
  type PlannedChart,
  chartDestination,
  planCharts,
  putCharts,
} from '../../mirror/charts/plan-charts.ts'
import { type CopiesPlan, planCopies } from '../../mirror/copy/plan-copies.ts'
import type { Registries } from '../../mirror/copy/registries.ts'
import { checkTargets, imagesOfRegistries } from '../../mirror/copy/registry-images.ts'
import type { CopyOutcome, Verification } from '../../mirror/copy/run-copies.ts'
import { type MirrorLock, deltaOf, readLock, writeLock } from '../../mirror/file/lock-file.ts'
import { type MirrorFile, readMirrorFile } from '../../mirror/file/mirror-file.ts'
import { imageKey } from '../../mirror/images/image-key.ts'
import { type PlatformChoice, parsePlatform } from '../../oci/media/platform-choice.ts'
import { jsonOfValue } from '../../release/record/values-json.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { PaceOptions } from '../../oci/client/host-pace.ts'
import { openSources, withCache } from '../chart/sources/open-sources.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { carryCopies, withAllowance } from '../images/carry-copies.ts'
import { type OpenDestination, openDestination } from '../images/copy-items.ts'
import { paceOf, paceOptions } from '../images/copy-options.ts'
import { readDestination } from '../images/copy-place.ts'
import { openRegistries } from '../images/open-registries.ts'
import { summaryOf } from '../images/print-copies.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputFormats } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { collectCharts, collectLocked } from './collect-charts.ts'
import { printDelta, printMirrorPlan } from './print-mirror.ts'

export const command = {
  description:
    'Brings charts and images to registries of your own, as a file says: charts by ranges of versions, those of Extensions, the images that they could run, and images by name. Before anything is copied it says what is new and how many bytes; afterwards the digests are in a lock file beside it, and the difference to the last run is printed. Images come first, so that a chart that is there has its images. Started again it brings only what is new.',
  arguments: { file: { count: 'one', summary: 'what goes where, such as mirror.yaml' } },
  options: {
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: outputFormats,
      fallback: 'table',
      summary: 'how to print the plan, or afterwards the difference to the last run',
    },
    'dry-run': { kind: 'switch', summary: 'print the plan and change nothing' },
    locked: { kind: 'switch', summary: 'bring exactly what the lock file names, by digest' },
    lock: {
      kind: 'text',
      value: 'FILE',
      summary: 'the lock file; the file with .lock unless given',
    },
    'keep-going': {
      kind: 'switch',
      summary:
        'bring the rest when an image fails; the end is failed all the same, and the lock stays',
    },
    check: {
      kind: 'choice',
      value: 'what',
      choices: ['none', 'tags', 'blobs'],
      fallback: 'tags',
      summary: 'look at the destination afterwards: at tags that were set, or at every blob',
    },
    ...paceOptions,
    ...connectionOptions,
  },
  examples: ['mirror mirror.yaml --dry-run', 'mirror mirror.yaml', 'mirror mirror.yaml --locked'],
} as const satisfies CommandSpec

export interface Options {
  readonly file: string
  readonly lock: string
  readonly output: OutputFormat
  readonly dryRun: boolean
  readonly locked: boolean
  readonly keepGoing: boolean
  readonly check: Verification
  readonly pace: PaceOptions
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { file } = given.arguments
  const pace = paceOf(options)
  if (pace instanceof UsageError) return pace
  return {
    file,
    lock: options.lock || `${file.replace(/\.(?:ya?ml|json)$/, '')}.lock`,
    output: options.output,
    dryRun: options['dry-run'],
    locked: options.locked,
    keepGoing: options['keep-going'],
    check: options.check,
    pace,
    connection: connectionOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const file = readFile(options.file)
  const before = readOldLock(options)
  const { connection, pace } = options
  const choice = { connection, loginHost: loginHostOf(file), pace }
  const registries = await openRegistries(choice, ports, signal)
  try {
    // User and password are for the destination, not for where charts come from.
    const sources = await openSources({ ...connection, login: undefined }, ports, signal)
    const fetching = await withCache(sources)()
    const folder = dirname(options.file)
    const work = {
      sources,
      fetching,
      connection: { ...connection, login: undefined },
      folder,
      io,
      table: tableOfFile(file, options.file),
    }
    const charts =
      options.locked && before !== undefined
        ? await lockedCharts(before, work, signal)
        : await collectCharts(file, work, signal)
    const context = { file, charts, before, registries, io, options }
    return await bring(context, signal)
  } catch (error) {
    throw withAllowance(error)
  } finally {
    await registries.close()
  }
}

function tableOfFile({ table }: MirrorFile, path: string): ImageTable {
  try {
    return readImageTable(table, knownImages())
  } catch (error) {
    throw new PlainError(
      `${path}: table: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function readFile(path: string): MirrorFile {
  if (!existsSync(path)) throw new PlainError(`there is no file ${path}`)
  return readMirrorFile(jsonOfValue(readYaml(readFileSync(path, 'utf8'))), path)
}

function readOldLock({ lock, locked }: Options): MirrorLock | undefined {
  if (existsSync(lock)) return readLock(readFileSync(lock, 'utf8'), lock)
  if (!locked) return undefined
  throw new PlainError(`--locked: there is no lock file ${lock}; run without it first`)
}

function loginHostOf({ to }: MirrorFile): string | undefined {
  const places = [to.images, to.charts].flatMap((text) => (text === undefined ? [] : [text]))
  const hosts = places.flatMap((text) => {
    const place = text.startsWith('.') ? undefined : readDestination(text)
    if (place === undefined || place instanceof UsageError || place.kind !== 'registry') return []
    return [place.text.split('/', 1)[0] ?? '']
  })
  return new Set(hosts).size === 1 ? hosts[0] : undefined
}

async function lockedCharts(
  before: MirrorLock,
  work: Parameters<typeof collectLocked>[1],
  signal: AbortSignal,
): Promise<readonly CollectedChart[]> {
  const found: CollectedChart[] = []
  for (const chart of before.charts) found.push(await collectLocked(chart, work, signal))
  return found
}

interface Context {
  readonly file: MirrorFile
  readonly charts: readonly CollectedChart[]
  readonly before: MirrorLock | undefined
  readonly registries: Registries
  readonly io: Io
  readonly options: Options
}

async function bring(context: Context, signal: AbortSignal): Promise<Outcome> {
  const { file, charts, registries, options, io } = context
  const images = await openImages(context, signal)
  let isWhole = false
  try {
    const imagePlan = await planImages(context, images, signal)
    const destination = file.to.charts === undefined ? undefined : chartsTo(file.to.charts, context)
    const planned = destination === undefined ? [] : await planCharts(charts, destination, signal)
    const plan = { keepGoing: options.keepGoing, noClobber: false }
    const items = planned.flatMap(({ item }) => (item === undefined ? [] : [item]))
    const chartPlan = await planCopies(items, plan, signal)
    if (options.dryRun) {
      await printMirrorPlan({ imagePlan, chartPlan, charts: planned }, options.output, io)
      return imagePlan.items.some(({ state }) => state === 'failed') ? 'failed' : 'done'
    }
    io.stderr.write(`images: ${summaryOf(imagePlan)}\n`)
    const carried = { ...options, noClobber: false }
    const outcomes = await carryCopies(imagePlan, carried, { io, registries }, signal)
    isWhole = true
    if (outcomes.some(({ state }) => state === 'failed')) return tellFailed(outcomes, io)
    await carryCopies(
      chartPlan,
      { ...carried, output: 'json' },
      { io: quiet(io), registries },
      signal,
    )
    if (destination !== undefined) await putCharts(planned, destination, signal)
    return await settleLock({ context, planned, outcomes }, signal)
  } finally {
    await images?.close(isWhole ? 'whole' : 'failed', signal)
  }
}

// The bars and lines are for images; charts are small.
function quiet(io: Io): Io {
  return { ...io, stderr: { ...io.stderr, write: () => {} } }
}

async function openImages(
  { file, options, registries }: Context,
  signal: AbortSignal,
): Promise<OpenDestination | undefined> {
  if (file.to.images === undefined) return undefined
  const place = readDestination(file.to.images)
  if (place instanceof UsageError) {
    throw new PlainError(`${options.file}: to.images: ${place.message}`)
  }
  const naming = { map: file.map, scoped: false, dryRun: options.dryRun }
  return await openDestination(place, naming, registries, signal)
}

async function planImages(
  context: Context,
  destination: OpenDestination | undefined,
  signal: AbortSignal,
): Promise<CopiesPlan> {
  const { file, registries, options } = context
  const wanted = destination === undefined ? [] : wantedImages(context)
  const found = imagesOfRegistries(wanted, 'by a list', registries)
  const attached = file.signatures ? 'along' : 'left'
  const settings = { platforms: platformsOf(file), attached } as const
  const items = found.flatMap((image) =>
    destination === undefined ? [] : [destination.itemOf(image, settings)],
  )
  checkTargets(items, 'map keeps them apart')
  return await planCopies(items, { keepGoing: options.keepGoing, noClobber: false }, signal)
}

/** The images of the charts and of the file, each once; by the digests of the lock when that is wanted. */
function wantedImages({ file, charts, before, options }: Context) {
  const locked = options.locked ? before : undefined
  const names =
    locked === undefined
      ? [...charts.flatMap(({ images }) => images.map(({ image }) => image)), ...file.images]
      : locked.images.map(({ image, digest }) => `${image.replace(/@.*/, '')}@${digest}`)
  const images = new Map<
    string,
    { image: string; reference: NonNullable<ReturnType<typeof readImage>> }
  >()
  for (const image of names) {
    const reference = readImage(image)
    if (reference !== undefined) images.set(imageKey(reference), { image, reference })
  }
  return [...images.values()]
}

function platformsOf({ platforms }: MirrorFile): PlatformChoice {
  const known = platforms.flatMap((text) => parsePlatform(text) ?? [])
  return known.length === 0 ? { kind: 'all' } : { kind: 'some', platforms: known }
}

function chartsTo(to: string, { options, registries }: Context): ChartDestination {
  const folder = isAbsolute(to) ? to : join(dirname(options.file), to)
  return chartDestination(to, folder, registries)
}

function tellFailed(outcomes: readonly CopyOutcome[], io: Io): Outcome {
  for (const { item, error } of outcomes.filter(({ state }) => state === 'failed')) {
    const why = error instanceof Error ? error.message : 'unknown'
    io.stderr.write(`failed: ${item.image}: ${why}\n`)
  }
  io.stderr.write('no chart was brought and the lock was left: images are missing\n')
  return 'failed'
}

interface Settled {
  readonly context: Context
  readonly planned: readonly PlannedChart[]
  readonly outcomes: readonly CopyOutcome[]
}

async function settleLock(
  { context, planned, outcomes }: Settled,
  signal: AbortSignal,
): Promise<Outcome> {
  const { options, before, io } = context
  if (options.locked) {
    io.stderr.write(`all is there as ${options.lock} has it\n`)
    return 'done'
  }
  const after: MirrorLock = {
    charts: planned.map(({ chart, target }) => {
      const { name, version, from, digest } = chart
      return { name, version, from, digest, target }
    }),
    images: outcomes.map(({ item, digest = '' }) => ({
      image: item.image,
      digest,
      target: item.target,
    })),
  }
  await writeFileAtomically(options.lock, writeLock(after), signal)
  await printDelta(deltaOf(before, after), options.output, io)
  return 'done'
}
