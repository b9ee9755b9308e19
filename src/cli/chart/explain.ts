import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import { explainDocuments, explainLines } from '../../chart/explain/explanation.ts'
import { ValueLayers } from '../../chart/explain/layers.ts'
import { locateField } from '../../chart/explain/locate-field.ts'
import { traceChart, type TracedChart } from '../../chart/explain/trace-chart.ts'
import { unusedValues } from '../../chart/explain/unused-values.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { checkReleaseName } from '../../chart/render/release-name.ts'
import { withFetchedDocuments } from '../../chart/render/with-documents.ts'
import { withDocuments } from '../../chart/values/schema.ts'
import { checkInstallable } from '../../chart/render/render.ts'
import type { UserValues } from '../../chart/values/user-values.ts'
import { withDefaultSignals } from '../../std/node/with-default-signals.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { isKustomization } from '../kustomize/is-kustomization.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openChart } from './sources/open-chart.ts'
import { schemaDocuments } from './sources/schema-documents.ts'
import { type SourceChoice, sourceChoiceOf, sourceOptions } from './sources/source-options.ts'
import { linesText, summaryText, withSuggestion } from './print/explain-text.ts'
import { reportFailure } from './print/report-failure.ts'
import { releaseOptions } from './release-options.ts'
import { readUserValues, rememberUserFiles } from './read-user-values.ts'
import { splitAtCommas, userValuesOf, valueOptions } from '../options/value-options.ts'

export const command = {
  description:
    'Says for a line of what "template" prints, or for a field of an object in it, which template line wrote it, which values decided it and which file or flag set each of them. Without either it names the values that shape each object, and those that were set and that nothing read. Of a folder with a kustomization and no chart it says which file each object comes from and which steps changed it, or a field of it.',
  arguments: {
    chart: { count: 'one', summary: 'the chart: a folder, a .tgz, repository/name or oci://…' },
    name: { count: 'at-most-one', summary: 'the release; "release-name" unless given' },
  },
  options: {
    line: { kind: 'text', value: 'NUMBER', summary: 'a line of the output, counted from 1' },
    path: {
      kind: 'text',
      value: 'KIND/NAME:FIELD',
      summary:
        'a field of an object, such as Deployment/web:spec.template.spec.containers[0].image',
    },
    output: textOrJsonOption('for people or for programs'),
    ...valueOptions,
    ...releaseOptions,
    'skip-schema-validation': { kind: 'switch', summary: 'do not check values.schema.json' },
    ...sourceOptions,
  },
  examples: [
    'explain ./my-chart -f values.yaml',
    'explain ./my-chart web -f values.yaml --line 24',
    'explain overlays/production --path Deployment/web:spec.replicas',
    'explain ./my-chart web --set image.tag=1.2 --path Deployment/web:spec.replicas -o json',
  ],
} as const satisfies CommandSpec

type Subject =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'all' }

export interface Options {
  readonly chart: string
  readonly name: string
  readonly subject: Subject
  readonly output: 'text' | 'json'
  readonly values: UserValues
  readonly namespace: string
  readonly kubeVersion: string | undefined
  readonly apiVersions: readonly string[]
  readonly isUpgrade: boolean
  readonly skipSchema: boolean
  readonly choice: SourceChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const subject = subjectOf(options.line, options.path)
  if (subject instanceof UsageError) return subject
  return {
    chart: given.arguments.chart,
    name: given.arguments.name ?? 'release-name',
    subject,
    output: options.output,
    values: userValuesOf(options),
    namespace: options.namespace || 'default',
    kubeVersion: options['kube-version'] || undefined,
    apiVersions: options['api-versions'].flatMap(splitAtCommas),
    isUpgrade: options['is-upgrade'],
    skipSchema: options['skip-schema-validation'],
    choice: sourceChoiceOf(options),
  }
}

function subjectOf(line: string | undefined, path: string | undefined): Subject | UsageError {
  if (line !== undefined && path !== undefined) {
    return new UsageError('conflict', 'wanted --line or --path, found both')
  }
  if (path !== undefined) return { kind: 'path', path }
  if (line === undefined) return { kind: 'all' }
  if (/^[1-9]\d{0,8}$/.test(line)) return { kind: 'line', line: Number(line) }
  return new UsageError('bad-value', `--line: wanted a number from 1, found ${line}`)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  if (isKustomization(options.chart)) {
    const { chart: folder, choice: connection, output } = options
    const path = options.subject.kind === 'path' ? options.subject.path : undefined
    if (options.subject.kind === 'line')
      throw new PlainError(
        '--line is for charts: of a kustomization, --path names an object or a field',
      )
    const { explainFolder } = await import('../kustomize/explain-folder.ts')
    io.stdout.write(
      await explainFolder({ folder, connection, path, output }, { ports, io }, signal),
    )
    return 'done'
  }
  const readFile = rememberUserFiles()
  const kubeVersion =
    options.kubeVersion === undefined ? undefined : parseKubeVersion(options.kubeVersion)
  const chart = await openChart(options.chart, options.choice, { ports, io }, signal)
  checkInstallable(chart)
  checkReleaseName(options.name)
  const { name, namespace, isUpgrade, skipSchema } = options
  const request = {
    values: readUserValues(options.values, readFile),
    release: { name, namespace, revision: 1, isUpgrade },
    capabilities: capabilitiesOf(kubeVersion, options.apiVersions),
    entropy: nodeEntropy(),
    skipSchema,
    warn: (message: string) => io.stderr.write(`${message}\n`),
  }
  const printed = { includeCrds: false, hooks: 'all' } as const
  const traced = await withFetchedDocuments(
    (documents) =>
      withDefaultSignals(() => traceChart(withDocuments(chart, documents), request, printed)),
    schemaDocuments(options.choice, ports),
    signal,
  )
  if ('error' in traced) {
    throw reportFailure(traced.error, { chart, request, given: options.values, readFile })
  }
  const layers = new ValueLayers(traced.prepared.chart, options.values, readFile)
  io.stdout.write(explain(traced, layers, options))
  return 'done'
}

function explain(traced: TracedChart, layers: ValueLayers, options: Options): string {
  const { subject, output } = options
  if (subject.kind === 'all') {
    const documents = explainDocuments(traced, layers)
    const unused = unusedValues(traced, layers).map(withSuggestion)
    if (output === 'json') return jsonText({ documents, unused })
    return summaryText(documents, unused)
  }
  const { first, last } =
    subject.kind === 'line'
      ? { first: subject.line, last: subject.line }
      : locateField(traced, subject.path)
  const explained = explainLines(traced, layers, first, last)
  return output === 'json' ? jsonText(explained) : linesText(explained)
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
