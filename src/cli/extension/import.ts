import { type ImportInput, extensionOfCharts } from '../../actions/catalogue/extension-of-charts.ts'
import type { Chart } from '../../chart/chart.ts'
import { extensionKind } from '../../kinds/extension.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { openChart } from '../chart/sources/open-chart.ts'
import {
  type SourceChoice,
  sourceChoiceOf,
  sourceOptions,
} from '../chart/sources/source-options.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { explainMissingKinds } from '../kind/objects-of.ts'
import { printManifest } from '../output/print-manifest.ts'
import type { Plain } from '../output/plain.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Makes an Extension from a chart: its description, logo and schema, and a source for every version that is given, with the range of Kubernetes that the version wants.',
  arguments: {
    chart: {
      count: 'any',
      summary: 'versions of one chart: folders, archives, oci://…, repository/name',
    },
  },
  options: {
    name: {
      kind: 'text',
      value: 'NAME',
      summary: 'of the extension; that of the chart unless given',
    },
    source: {
      kind: 'text',
      value: 'REPO',
      summary:
        'where the operator finds it: an address or a Repository; that of the chart unless given',
    },
    also: {
      kind: 'list',
      value: 'VERSION',
      summary: 'another version of the chart, as --version; may be given often',
    },
    'dry-run': { kind: 'switch', summary: 'print the extension instead of applying it' },
    ...sourceOptions,
    ...clusterOptions,
  },
  examples: [
    'extension import ./metrics --source builtin --dry-run',
    'extension import oci://registry.example.com/charts/cert-manager --version 1.18.2 --also 1.17.4',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly charts: readonly [string, ...string[]]
  readonly name: string | undefined
  readonly source: string | undefined
  /** More versions of the first chart. */
  readonly also: readonly string[]
  readonly dryRun: boolean
  readonly choice: SourceChoice
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const [first, ...others] = given.arguments.chart
  if (first === undefined) {
    return new UsageError('missing-argument', 'argument <chart> is missing')
  }
  return {
    charts: [first, ...others],
    name: options.name,
    source: options.source,
    also: options.also,
    dryRun: options['dry-run'],
    choice: sourceChoiceOf(options),
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const [first, ...others] = options.charts
  const { choice } = options
  const open = (chart: string, how = choice) => openChart(chart, how, { ports, io }, signal)
  const charts: [Chart, ...Chart[]] = [await open(first)]
  for (const chart of others) charts.push(await open(chart))
  for (const version of options.also) charts.push(await open(first, { ...choice, version }))
  const chartName = charts[0].metadata.name
  const other = charts.find(({ metadata }) => metadata.name !== chartName)
  if (other !== undefined) {
    const found = `${chartName} and ${other.metadata.name}`
    throw new PlainError(`an extension is made from versions of one chart, not of ${found}`)
  }
  const name = options.name ?? chartName
  const spec = extensionOfCharts(charts, { name, ...placeOf(options) })
  const extension = { apiVersion, kind: extensionKind.kind, metadata: { name }, spec }
  if (options.dryRun) {
    await printManifest(extension as Plain, io)
    return 'done'
  }
  await withCluster(options.cluster, { ports, io }, async ({ client }) => {
    const resource = resourceOf(extensionKind)
    const strict = { force: true, fieldValidation: 'Strict' } as const
    await explainMissingKinds(() => applyObject(client, resource, extension, strict, signal))
    io.stdout.write(`extension/${name} imported\n`)
  })
  return 'done'
}

function placeOf({ source, charts, choice }: Options): Pick<ImportInput, 'repo' | 'is'> {
  if (source !== undefined) return { repo: source, is: 'repository' }
  if (choice.repo !== undefined) return { repo: choice.repo, is: 'repository' }
  const [first] = charts
  if (first.startsWith('oci://')) {
    return { repo: first.replace(/(?<=\/[^/]*)[:@][^/]*$/, ''), is: 'chart' }
  }
  const message = `where does the operator find ${first}? say it with --source: an address or the name of a Repository`
  throw new PlainError(message)
}
