import type { Chart, SchemaDocuments, Table } from '../../chart/chart.ts'
import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import { ChartError } from '../../chart/errors.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { checkReleaseName } from '../../chart/render/release-name.ts'
import { withFetchedDocuments } from '../../chart/render/with-documents.ts'
import { withDocuments } from '../../chart/values/schema.ts'
import { checkInstallable, renderChart } from '../../chart/render/render.ts'
import { renderName } from '../../chart/render/render-name.ts'
import {
  type OutputOptions,
  type PrintedRender,
  showOnly,
  templateOutput,
} from '../../chart/render/template-output.ts'
import type { ReadFile, UserValues } from '../../chart/values/user-values.ts'
import { withDefaultSignals } from '../../std/node/with-default-signals.ts'
import { RenderError } from '../../template/errors.ts'
import type { Capabilities } from '../../template/objects/capabilities.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import { isKustomization } from '../kustomize/is-kustomization.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openChart } from './sources/open-chart.ts'
import { schemaDocuments } from './sources/schema-documents.ts'
import { reportFailure } from './print/report-failure.ts'
import { releaseOptions } from './release-options.ts'
import { type SourceChoice, sourceChoiceOf, sourceOptions } from './sources/source-options.ts'
import { readUserValues, rememberUserFiles } from './read-user-values.ts'
import { splitAtCommas, userValuesOf, valueOptions } from '../options/value-options.ts'
import { writeOutputFolder } from './print/write-output-folder.ts'

export const command = {
  description:
    'Prints what Helm 4.2.3 would print for the chart, byte for byte. Without --validate no cluster is asked: lookups find nothing. A folder with a kustomization and no chart is built as kustomize build does.',
  arguments: {
    'name-or-chart': {
      count: 'one',
      summary:
        'the release, followed by its chart; or the chart alone: a folder, a .tgz, repository/name or oci://…',
    },
    chart: { count: 'at-most-one', summary: 'the chart, when a release is named' },
  },
  options: {
    ...valueOptions,
    ...clusterOptions,
    ...releaseOptions,
    'include-crds': { kind: 'switch', summary: 'print the files of crds/ too' },
    'skip-crds': { kind: 'switch', summary: 'leave the files of crds/ out' },
    'skip-tests': { kind: 'switch', summary: 'leave test hooks out' },
    'no-hooks': { kind: 'switch', summary: 'leave all hooks out' },
    'show-only': {
      kind: 'list',
      short: 's',
      value: 'TEMPLATE',
      summary: 'print only what comes from this template, such as templates/a.yaml',
    },
    'name-template': {
      kind: 'text',
      value: 'TEMPLATE',
      summary: 'a template for the release name',
    },
    'output-dir': { kind: 'text', value: 'FOLDER', summary: 'write files instead of printing' },
    'release-name': { kind: 'switch', summary: 'put the release name into the folders written' },
    'skip-schema-validation': { kind: 'switch', summary: 'do not check values.schema.json' },
    validate: {
      kind: 'switch',
      summary: 'render for a cluster, and fail when it would refuse the objects',
    },
    'dry-run': {
      kind: 'optional',
      value: 'where',
      choices: ['client', 'server'],
      bare: 'client',
      fallback: 'client',
      summary: 'server is the same as --validate',
    },
    ...sourceOptions,
  },
  examples: [
    'template ./my-chart',
    'template web ./my-chart -f values.yaml --set image.tag=1.2',
    'template web my-chart-1.0.0.tgz --kube-version 1.34 -s templates/deployment.yaml',
    'template web oci://registry.example/charts/web --version ^2.0.0',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string | undefined
  readonly nameTemplate: string | undefined
  readonly chart: string
  readonly choice: SourceChoice
  readonly values: UserValues
  readonly namespace: string
  readonly kubeVersion: string | undefined
  readonly apiVersions: readonly string[]
  readonly isUpgrade: boolean
  readonly output: OutputOptions
  readonly showOnly: readonly string[]
  readonly folder: { readonly path: string; readonly withRelease: boolean } | undefined
  readonly skipSchema: boolean
  /** The cluster that is asked; undefined when none is. */
  readonly cluster: ClusterChoice | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { 'name-or-chart': first, chart: second } = given.arguments
  if (second !== undefined && options['name-template'] !== undefined) {
    const found = `found both ${first} and --name-template`
    return new UsageError('conflict', `wanted one name for the release, ${found}`)
  }
  return {
    name: second === undefined ? undefined : first,
    nameTemplate: options['name-template'] || undefined,
    chart: second ?? first,
    choice: sourceChoiceOf(options),
    values: userValuesOf(options),
    // Helm takes an empty text for none.
    namespace: options.namespace || 'default',
    kubeVersion: options['kube-version'] || undefined,
    apiVersions: options['api-versions'].flatMap(splitAtCommas),
    isUpgrade: options['is-upgrade'],
    output: {
      // For Helm --skip-crds says only what is so without it: --include-crds wins.
      includeCrds: options['include-crds'],
      hooks: options['no-hooks'] ? 'none' : options['skip-tests'] ? 'without-tests' : 'all',
    },
    showOnly: options['show-only'],
    folder:
      options['output-dir'] === undefined
        ? undefined
        : { path: options['output-dir'], withRelease: options['release-name'] },
    skipSchema: options['skip-schema-validation'],
    cluster:
      options.validate || options['dry-run'] === 'server' ? clusterChoiceOf(options) : undefined,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  if (isKustomization(options.chart)) {
    const { printKustomization } = await import('../kustomize/build-folder.ts')
    const { chart, choice } = options
    io.stdout.write(await printKustomization(chart, choice, { ports, io }, signal))
    return 'done'
  }
  const open = () => openChart(options.chart, options.choice, { ports, io }, signal)
  try {
    return await runTemplate(options, open, { ports, io, signal })
  } catch (error) {
    // A chart's failure has Helm's text, which is whole; ours are to be seen with all their causes.
    if (!(error instanceof ChartError || error instanceof RenderError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}

interface Context {
  readonly ports: Ports
  readonly io: Io
  readonly signal: AbortSignal
}

async function runTemplate(
  options: Options,
  open: () => Promise<Chart>,
  context: Context,
): Promise<Outcome> {
  const { io } = context
  const kubeVersion =
    options.kubeVersion === undefined ? undefined : parseKubeVersion(options.kubeVersion)
  const capabilities = capabilitiesOf(kubeVersion, options.apiVersions)
  const name = releaseName(options)
  const readFile = rememberUserFiles()
  const values = readUserValues(options.values, readFile)
  const inputs = { chart: await open(), values, capabilities, readFile }
  const rendered =
    options.cluster === undefined
      ? await withFetchedDocuments(
          (documents) => renderFor(name, withDocumentsIn(inputs, documents), options, io),
          schemaDocuments(options.choice, context.ports),
          context.signal,
        )
      : await renderThere(name, inputs, { ...options, cluster: options.cluster }, context)
  if (options.folder !== undefined) {
    const folder = options.folder.withRelease
      ? `${options.folder.path}/${name}`
      : options.folder.path
    writeOutputFolder(rendered, options.output, { folder, crdFolder: options.folder.path }, io)
    return 'done'
  }
  const output = templateOutput(rendered, options.output)
  io.stdout.write(options.showOnly.length === 0 ? output : showOnly(output, options.showOnly))
  return 'done'
}

/** With the cluster's capabilities and answers; what speaks to clusters is loaded only for that. */
async function renderThere(
  name: string,
  { chart, values }: Inputs,
  {
    cluster,
    isUpgrade,
    skipSchema,
    choice: connection,
  }: Options & { readonly cluster: ClusterChoice },
  context: Context,
): Promise<PrintedRender> {
  checkReleaseName(name)
  const { renderOnCluster } = await import('./render-on-cluster.ts')
  const documents = schemaDocuments(connection, context.ports)
  const request = { name, chart, values, isUpgrade, skipSchema, documents, cluster }
  return await renderOnCluster(request, context, context.signal)
}

function releaseName(options: Options): string {
  if (options.nameTemplate !== undefined) return renderName(options.nameTemplate, nodeEntropy())
  return options.name ?? 'release-name'
}

interface Inputs {
  readonly chart: Chart
  readonly values: Table
  readonly capabilities: Capabilities
  readonly readFile: ReadFile
}

function withDocumentsIn(inputs: Inputs, documents: SchemaDocuments): Inputs {
  return { ...inputs, chart: withDocuments(inputs.chart, documents) }
}

function renderFor(name: string, inputs: Inputs, options: Options, io: Io): PrintedRender {
  const { chart, values, capabilities, readFile } = inputs
  checkInstallable(chart)
  if (chart.metadata.deprecated) io.stderr.write('warning: this chart is deprecated\n')
  checkReleaseName(name)
  const request = {
    values,
    capabilities,
    release: { name, namespace: options.namespace, revision: 1, isUpgrade: options.isUpgrade },
    entropy: nodeEntropy(),
    skipSchema: options.skipSchema,
    warn: (message: string) => io.stderr.write(`${message}\n`),
  }
  try {
    return withDefaultSignals(() => renderChart(chart, request))
  } catch (error) {
    throw reportFailure(error, { chart, request, given: options.values, readFile })
  }
}
