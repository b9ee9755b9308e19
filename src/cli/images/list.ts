import type { DescribedImage } from '../../mirror/images/describe-images.ts'
import type { ImageList } from '../../mirror/images/image-list.ts'
import { type ListFormat, listFormats, writeList } from '../../mirror/images/image-list-formats.ts'
import { completeChart } from '../chart/complete-chart.ts'
import { type ClusterChoice, clusterChoiceOf } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputFormats } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import type { ChartChoice } from './chart-choice.ts'
import { chartChoiceOf, chartImageOptions } from './chart-options.ts'
import { joinLists } from './join-lists.ts'
import { printImages } from './print-images.ts'
import { readTables } from './read-tables.ts'
import { listSubject } from './subject.ts'

export const command = {
  description:
    'Lists every image that could run: of a chart with the given values, in its objects, hooks, tests and as defaults of custom resources, and with other values, which are flipped one by one and together. "certain" runs; "with a.b=true" runs when that is set; "maybe" says why it is not known. Also of a folder with a kustomization, of manifests in a folder or file, of release/NAME, of instance/NAME, and of all that is on a cluster (the word cluster, or cluster/NAME for a Cluster of the platform).',
  arguments: {
    subject: {
      count: 'any',
      summary: 'charts, folders, release/NAME, instance/NAME, cluster or cluster/NAME',
    },
  },
  options: {
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: [...outputFormats, ...listFormats],
      fallback: 'table',
      summary: 'how to print the list: for people, for programs, or as another program takes it',
    },
    resolve: {
      kind: 'switch',
      summary: 'ask the registries for digests, platforms and sizes',
    },
    ...chartImageOptions,
  },
  examples: [
    'images list ./my-chart -f values.yaml',
    'images list bitnami/redis --certain -o crane',
    'images list release/web -n web --resolve -o wide',
    'images list cluster -o cyclonedx',
    'images list cluster/edge-1',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly subjects: readonly string[]
  readonly output: OutputFormat | ListFormat
  readonly onlyCertain: boolean
  readonly resolve: boolean
  readonly tables: readonly string[]
  readonly chart: ChartChoice
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  if (given.arguments.subject.length === 0) {
    const wanted = 'wanted a chart, a folder, release/NAME, instance/NAME or cluster'
    return new UsageError('missing-argument', `${wanted}, found nothing`)
  }
  const chart = chartChoiceOf(options)
  if (chart instanceof UsageError) return chart
  return {
    subjects: given.arguments.subject,
    output: options.output,
    onlyCertain: options.certain,
    resolve: options.resolve,
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
  const table = readTables(options.tables)
  const lists: ImageList[] = []
  for (const subject of options.subjects) {
    lists.push(await listSubject(subject, options, { ports, io, table }, signal))
  }
  const list = joinLists(lists)
  const images = list.images.filter(
    ({ certainty }) => !options.onlyCertain || certainty === 'certain',
  )
  const described = options.resolve ? await ask(images, options, ports, signal) : images
  for (const note of list.notes) io.stderr.write(`note: ${note}\n`)
  const { output } = options
  if (isListFormat(output)) {
    const created = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    io.stdout.write(writeList(output, { subject: list.subject, images: described, created }))
  } else await printImages({ ...list, images: described }, output, io)
  return 'done'
}

function isListFormat(output: string): output is ListFormat {
  return (listFormats as readonly string[]).includes(output)
}

async function ask(
  images: ImageList['images'],
  { chart }: Options,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly DescribedImage[]> {
  // Registries are spoken to only when somebody asks for it.
  const { describeFromRegistries } = await import('./ask-registries.ts')
  return await describeFromRegistries(images, chart.choice, ports, signal)
}

export async function complete(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  const others = [
    { word: 'cluster', summary: 'all that is on the cluster' },
    { word: 'cluster/', summary: 'all that is on a Cluster of the platform, by its name' },
    { word: 'release/', summary: 'a release, by its name' },
    { word: 'instance/', summary: 'an instance of an extension, by its name' },
  ]
  return [
    ...others.filter(({ word }) => !before.includes(word)),
    ...(await completeChart(before, ports)),
  ]
}
