import { planCopies } from '../../mirror/copy/plan-copies.ts'
import type { Registries } from '../../mirror/copy/registries.ts'
import { type Naming, type WantedImage, checkTargets } from '../../mirror/copy/registry-images.ts'
import type { Verification } from '../../mirror/copy/run-copies.ts'
import { type ClusterChoice, clusterChoiceOf } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { outputFormats } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { carryCopies, withAllowance } from './carry-copies.ts'
import type { ChartChoice } from './chart-choice.ts'
import { chartChoiceOf, chartImageOptions } from './chart-options.ts'
import { openDestination } from './copy-items.ts'
import { type Travel, namingOf, namingOptions, travelOf, travelOptions } from './copy-options.ts'
import { type CopyPlace, readDestination } from './copy-place.ts'
import { type SubjectOptions, imagesOfSubject } from './copy-subjects.ts'
import { openRegistries } from './open-registries.ts'
import { type CopyFormat, printCopies, rowOfOutcome, rowOfPlan, summaryOf } from './print-copies.ts'

export const command = {
  description:
    'Copies images between registries, OCI layouts and docker archives, byte for byte: digests stay, signatures, attestations and SBOMs go along, blobs stream and those that are there are not sent again. The last word is the destination: a registry with a folder (registry.example/mirror), docker://IMAGE for one image under another name, oci:FOLDER[:NAME] or docker-archive:FILE[:NAME]. The others say which images: whatever "images list" takes, a file with a name a line (- for standard input), docker://IMAGE, oci:FOLDER[:NAME], docker-archive:FILE[:NAME]. A copy that was ended goes on where it stood when it is started again. User, password and TLS options are for the registries that the command names, not for those of charts and lists.',
  arguments: {
    words: { count: 'any', summary: 'what to copy, and at the end where to' },
  },
  options: {
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: [...outputFormats, 'lock'],
      fallback: 'table',
      summary: 'how to print what was copied; lock is what spec.images.lock of a Plugin takes',
    },
    'dry-run': { kind: 'switch', summary: 'say what would be copied, and how many bytes are new' },
    'keep-going': {
      kind: 'switch',
      summary: 'copy the others when an image fails; the end is failed all the same',
    },
    'no-clobber': { kind: 'switch', summary: 'leave a tag that stands for another image as it is' },
    check: {
      kind: 'choice',
      value: 'what',
      choices: ['none', 'tags', 'blobs'],
      fallback: 'tags',
      summary: 'look at the destination afterwards: at tags that were set, or at every blob',
    },
    maybe: {
      kind: 'switch',
      summary: 'of charts, also images of which it is not known whether they run',
    },
    ...travelOptions,
    ...namingOptions,
    ...chartImageOptions,
  },
  examples: [
    'images copy ./my-chart -f values.yaml registry.example/mirror',
    'images copy images.txt oci:./images --platform linux/amd64',
    'images copy oci:./images registry.example/mirror --dry-run',
    'images copy docker://quay.io/a/b:1 docker-archive:b.tar',
  ],
} as const satisfies CommandSpec

export interface Options extends SubjectOptions {
  readonly subjects: readonly string[]
  readonly destination: CopyPlace
  readonly output: CopyFormat
  readonly dryRun: boolean
  readonly keepGoing: boolean
  readonly noClobber: boolean
  readonly check: Verification
  readonly travel: Travel
  readonly naming: Naming
  readonly tables: readonly string[]
  readonly chart: ChartChoice
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const words = given.arguments.words
  const subjects = words.slice(0, -1)
  if (subjects.length === 0) {
    const wanted = 'wanted images or charts and a destination'
    return new UsageError('missing-argument', `${wanted}, found ${words[0] ?? 'nothing'}`)
  }
  const destination = readDestination(words.at(-1) ?? '')
  if (destination instanceof UsageError) return destination
  const chart = chartChoiceOf(options)
  if (chart instanceof UsageError) return chart
  const travel = travelOf(options)
  if (travel instanceof UsageError) return travel
  const naming = namingOf(options)
  if (naming instanceof UsageError) return naming
  if (options.certain && options.maybe) {
    return new UsageError('conflict', '--certain and --maybe exclude each other')
  }
  return {
    subjects,
    destination,
    output: options.output,
    dryRun: options['dry-run'],
    keepGoing: options['keep-going'],
    noClobber: options['no-clobber'],
    check: options.check,
    certainty: options.certain ? 'certain' : options.maybe ? 'all' : 'could run',
    travel,
    naming,
    tables: options.table,
    chart,
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { destination, subjects, travel, chart } = options
  const connection = chart.choice
  const loginHost = loginHostOf(destination, subjects)
  const registries = await openRegistries(
    { connection, loginHost, pace: travel.pace },
    ports,
    signal,
  )
  try {
    const context = { ports, io, tables: options.tables, registries }
    // User and password are for a registry of images, not for where charts come from.
    const choices = { ...options, chart: { ...chart, choice: { ...connection, login: undefined } } }
    const images = new Map<string, WantedImage>()
    for (const subject of subjects) {
      const found = await imagesOfSubject(subject, choices, context, signal)
      for (const one of found) images.set(`${one.from.name} ${one.reference}`, one)
    }
    return await copyAll([...images.values()], options, { io, registries }, signal)
  } catch (error) {
    throw withAllowance(error)
  } finally {
    await registries.close()
  }
}

// A user and a password are for the destination, or for the one registry that is named when that is
// a file.
function loginHostOf(destination: CopyPlace, subjects: readonly string[]): string | undefined {
  const registries = destination.kind === 'registry' ? [destination.text] : dockerImages(subjects)
  const hosts = new Set(registries.map((text) => text.split('/', 1)[0] ?? ''))
  return hosts.size === 1 ? [...hosts][0] : undefined
}

function dockerImages(subjects: readonly string[]): readonly string[] {
  return subjects.flatMap((one) => (one.startsWith('docker://') ? [one.slice(9)] : []))
}

interface Work {
  readonly io: Io
  readonly registries: Registries
}

async function copyAll(
  images: readonly WantedImage[],
  options: Options,
  { io, registries }: Work,
  signal: AbortSignal,
): Promise<Outcome> {
  const { destination, naming, travel } = options
  const opened = await openDestination(
    destination,
    { ...naming, dryRun: options.dryRun },
    registries,
    signal,
  )
  let isWhole = false
  try {
    const items = images.map((image) => opened.itemOf(image, travel))
    checkTargets(items, '--scoped or --map keeps them apart')
    const plan = await planCopies(items, options, signal)
    if (options.dryRun) {
      await printCopies(plan.items.map(rowOfPlan), options.output, io)
      io.stderr.write(`${summaryOf(plan)}\n`)
      return plan.items.some(({ state }) => state === 'failed') ? 'failed' : 'done'
    }
    const outcomes = await carryCopies(plan, options, { io, registries }, signal)
    isWhole = outcomes.some(({ state }) => state !== 'failed')
    await printCopies(outcomes.map(rowOfOutcome), options.output, io)
    return outcomes.some(({ state }) => state === 'failed') ? 'failed' : 'done'
  } finally {
    await opened.close(isWhole ? 'whole' : 'failed', signal)
  }
}

export async function complete(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  const { completeChart } = await import('../chart/complete-chart.ts')
  const places = ['docker://', 'oci:', 'docker-archive:'].map((word) => ({ word, summary: '' }))
  return [...places, ...(await completeChart(before, ports))]
}
