import { basename } from 'node:path'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { checkReleaseName } from '../../chart/render/release-name.ts'
import { renderName } from '../../chart/render/render-name.ts'
import { install, type InstallInput } from '../../release/install.ts'
import { planInstall } from '../../release/plan-change.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type ChartVerb, chartInputOf, chartVerbOf, chartVerbOptions } from './chart-verb.ts'
import { openRequestedChart } from './requested-chart.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { withReleases } from './open-releases.ts'
import { printPlan } from './print/print-plan.ts'
import { printRecord } from './print/print-record.ts'

export const command = {
  description:
    'Installs a chart as a new release. helm and outrigger read and write the same releases, so either may go on with what the other began.',
  arguments: {
    'name-or-chart': {
      count: 'one',
      summary:
        'the release, followed by its chart; or the chart alone with --generate-name: a folder, a .tgz, repository/name or oci://…',
    },
    chart: { count: 'at-most-one', summary: 'the chart, when a release is named' },
  },
  options: {
    'create-namespace': { kind: 'switch', summary: 'create the namespace when it is absent' },
    'generate-name': { kind: 'switch', short: 'g', summary: 'make a name up' },
    'name-template': { kind: 'text', value: 'TEMPLATE', summary: 'a template for the name' },
    replace: {
      kind: 'switch',
      summary: 'use the name of a release again that failed or was uninstalled',
    },
    ...chartVerbOptions,
  },
  examples: [
    'install web ./my-chart',
    'install web oci://registry.example/charts/web -n web --create-namespace --wait',
    'install web ./my-chart --dry-run',
  ],
} as const satisfies CommandSpec

export interface Options extends ChartVerb {
  readonly name: string | undefined
  readonly nameTemplate: string | undefined
  readonly createNamespace: boolean
  readonly replace: boolean
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { 'name-or-chart': first, chart: second } = given.arguments
  const verb = chartVerbOf(second ?? first, options)
  if (verb instanceof UsageError) return verb
  const makesName = options['generate-name'] || options['name-template'] !== undefined
  if (second === undefined && !makesName) {
    return new UsageError(
      'missing-argument',
      'must either provide a name or specify --generate-name',
    )
  }
  if (second !== undefined && makesName) {
    const found = `found both ${first} and a flag that makes one`
    return new UsageError('conflict', `wanted one name for the release, ${found}`)
  }
  return {
    name: second === undefined ? undefined : first,
    nameTemplate: options['name-template'],
    createNamespace: options['create-namespace'],
    replace: options.replace,
    ...verb,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const context = { ports, io }
  const { change, output } = options
  return await failAsHelm('INSTALLATION FAILED', async () => {
    const name = nameOf(options)
    checkReleaseName(name)
    const wanted = await openRequestedChart(options.requested, context, signal)
    return await withReleases(options, context, async (releases) => {
      const { createNamespace, replace } = options
      const input: InstallInput = {
        ...chartInputOf(options, wanted, ports.environment),
        namespace: releases.namespace,
        name,
        createNamespace,
        replace,
      }
      if (change.dryRun) {
        return printPlan(await planInstall(input, releases, signal), options.form, io)
      }
      const record = await install(input, releases, signal)
      printRecord(record, { output, notes: change.notes }, context)
      return 'done'
    })
  })
}

function nameOf({ name, nameTemplate, requested }: Options): string {
  if (nameTemplate !== undefined) return renderName(nameTemplate, nodeEntropy())
  if (name !== undefined) return name
  const base = basename(requested.chart)
    .replace(/\.(tgz|tar\.gz)$/, '')
    .replace(/-[0-9].*$/, '')
  return `${base}-${Math.floor(Date.now() / 1000)}`
}
