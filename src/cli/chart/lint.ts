import type { SchemaDocuments, Table } from '../../chart/chart.ts'
import { parseKubeVersion } from '../../chart/capabilities.ts'
import { ChartError } from '../../chart/errors.ts'
import { lintChart } from '../../chart/lint/lint-chart.ts'
import { type LintMessage, lintLine } from '../../chart/lint/message.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { readLintSubject } from '../../chart/node/lint-subject.ts'
import { withFetchedDocuments } from '../../chart/render/with-documents.ts'
import type { UserValues } from '../../chart/values/user-values.ts'
import { SourceError } from '../../sources/errors.ts'
import { withDefaultSignals } from '../../std/node/with-default-signals.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { documentsConnection, schemaDocuments } from './sources/schema-documents.ts'
import type { Connection } from './sources/source-options.ts'
import { addressOptions } from '../options/address-options.ts'
import { findSubcharts } from './sources/find-subcharts.ts'
import { readUserValues } from './read-user-values.ts'
import { userValuesOf, valueOptions } from '../options/value-options.ts'

export const command = {
  description:
    'Checks charts by the rules of Helm 4.2.3 and says what it would say. Fails when there is an error, with --strict also when there is a warning.',
  arguments: {
    chart: { count: 'one', summary: 'the chart: a folder or a .tgz' },
    'more-charts': { count: 'any', summary: 'further charts' },
  },
  options: {
    strict: { kind: 'switch', summary: 'fail on warnings too' },
    quiet: { kind: 'switch', summary: 'print only warnings and errors' },
    'with-subcharts': { kind: 'switch', summary: 'check the charts below charts/ one by one too' },
    'kube-version': {
      kind: 'text',
      value: 'VERSION',
      summary: 'the Kubernetes version for capabilities and deprecations; v1.36.0 unless given',
    },
    namespace: {
      kind: 'text',
      short: 'n',
      value: 'NAMESPACE',
      summary: 'what .Release.Namespace is; "default" unless given',
    },
    'skip-schema-validation': { kind: 'switch', summary: 'do not check values.schema.json' },
    output: textOrJsonOption('the lines of helm lint, or a list for programs'),
    ...valueOptions,
    ...addressOptions,
  },
  examples: ['lint ./my-chart', 'lint ./a ./b --strict --quiet', 'lint my-chart-1.0.0.tgz -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly charts: readonly string[]
  readonly values: UserValues
  readonly namespace: string
  readonly kubeVersion: string | undefined
  readonly skipSchema: boolean
  readonly connection: Connection
  readonly strict: boolean
  readonly quiet: boolean
  readonly withSubcharts: boolean
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return {
    charts: [given.arguments.chart, ...given.arguments['more-charts']],
    values: userValuesOf(options),
    namespace: options.namespace || 'default',
    kubeVersion: options['kube-version'] || undefined,
    skipSchema: options['skip-schema-validation'],
    connection: documentsConnection(options['allow-address']),
    strict: options.strict,
    quiet: options.quiet,
    withSubcharts: options['with-subcharts'],
    output: options.output,
  }
}

/** The report about one chart. A path that holds no chart has a problem instead of messages. */
interface Report {
  readonly chart: string
  readonly messages: readonly LintMessage[]
  readonly problem?: string
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { charts, withSubcharts } = options
  const kubeVersion =
    options.kubeVersion === undefined ? undefined : parseKubeVersion(options.kubeVersion)
  const paths = withSubcharts ? [...charts, ...charts.flatMap(findSubcharts)] : charts
  const values = readUserValues(options.values)
  const fetch = schemaDocuments(options.connection, ports)
  const reports: Report[] = []
  for (const path of paths) {
    const report = (documents: SchemaDocuments) =>
      reportOn(path, values, { ...options, kubeVersion, documents }, io)
    reports.push(await withFetchedDocuments(report, fetch, signal).catch(unfetched(path)))
  }
  const failed = reports.filter((report) => isFailure(report, options)).length
  if (options.output === 'json') {
    const list = reports.map((report) => ({ ...report, failed: isFailure(report, options) }))
    io.stdout.write(`${JSON.stringify(list, undefined, 2)}\n`)
    return failed > 0 ? 'failed' : 'done'
  }
  const shown = options.quiet ? reports.filter(isNoticed) : reports
  for (const report of shown) io.stdout.write(describe(report, options))
  const summary = `${reports.length} chart(s) linted, ${failed} chart(s) failed\n`
  if (failed > 0) {
    io.stderr.write(`Error: ${summary}`)
    return 'failed'
  }
  if (!options.quiet || shown.length > 0) io.stdout.write(summary)
  return 'done'
}

// Charts after it are checked all the same.
function unfetched(chart: string): (error: unknown) => Report {
  return (error) => {
    if (!(error instanceof SourceError)) throw error
    return { chart, messages: [], problem: error.message }
  }
}

type LintSettings = Omit<Options, 'kubeVersion'> & {
  readonly kubeVersion: ReturnType<typeof parseKubeVersion> | undefined
  readonly documents: SchemaDocuments
}

function reportOn(path: string, values: Table, settings: LintSettings, io: Io): Report {
  const { namespace, skipSchema, kubeVersion, documents } = settings
  try {
    const options = {
      values,
      namespace,
      skipSchema,
      documents,
      ...(kubeVersion === undefined ? {} : { kubeVersion }),
      entropy: nodeEntropy(),
      warn: (message: string) => io.stderr.write(`${message}\n`),
    }
    const messages = withDefaultSignals(() => lintChart(readLintSubject(path), options))
    return { chart: path, messages }
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    return { chart: path, messages: [], problem: error.message }
  }
}

function isFailure({ messages, problem }: Report, { strict }: Options): boolean {
  if (problem !== undefined) return true
  return messages.some(({ severity }) => (strict ? severity !== 'info' : severity === 'error'))
}

/** Whether there is anything that --quiet leaves. */
function isNoticed({ messages, problem }: Report): boolean {
  return problem !== undefined || messages.some(({ severity }) => severity !== 'info')
}

function describe({ chart, messages, problem }: Report, { quiet }: Options): string {
  const shown = quiet ? messages.filter(({ severity }) => severity !== 'info') : messages
  const lines = [
    `==> Linting ${chart}`,
    ...(problem === undefined ? [] : [`Error ${problem}`]),
    ...shown.map(lintLine),
  ]
  return `${lines.join('\n')}\n\n`
}
