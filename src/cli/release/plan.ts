import { planInstall, planUpgrade } from '../../release/plan-change.ts'
import type { UpgradeInput } from '../../release/upgrade.ts'
import type { ReuseRule } from '../../release/render/upgrade-values.ts'
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
import { reuseOptions, reuseRuleOf } from './reuse-options.ts'

export const command = {
  description:
    'Prints what an upgrade of the release, or its installation when there is none, would change: objects field by field, hooks, images, conflicts and whatever stands in the way. Changes nothing. Secrets are masked.',
  arguments: {
    release: { count: 'one', summary: 'the name of the release' },
    chart: { count: 'one', summary: 'the chart: a folder, a .tgz, repository/name or oci://…' },
  },
  options: {
    'create-namespace': { kind: 'switch', summary: 'plan as if the namespace were created' },
    ...reuseOptions,
    ...chartVerbOptions,
  },
  examples: [
    'plan web ./my-chart --set image.tag=1.3',
    'release plan web ./my-chart --exit-code -o json',
  ],
} as const satisfies CommandSpec

export interface Options extends ChartVerb {
  readonly name: string
  readonly createNamespace: boolean
  readonly reuse: ReuseRule
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const verb = chartVerbOf(given.arguments.chart, options)
  if (verb instanceof UsageError) return verb
  return {
    name: given.arguments.release,
    createNamespace: options['create-namespace'],
    reuse: reuseRuleOf(options),
    ...verb,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, createNamespace, reuse } = options
  return await failAsHelm('', async () => {
    const wanted = await openRequestedChart(options.requested, { ports, io }, signal)
    return await withReleases(options, { ports, io }, async (releases) => {
      const { namespace, store } = releases
      const input: UpgradeInput = {
        ...chartInputOf(options, wanted, ports.environment),
        namespace,
        name,
        reuse,
        evenIfUnchanged: false,
      }
      const last = await store.last(input, signal)
      const isNew = last === undefined || last.record.info.status === 'uninstalled'
      const plan = isNew
        ? await planInstall({ ...input, createNamespace, replace: true }, releases, signal)
        : await planUpgrade(input, releases, signal)
      return printPlan(plan, options.form, io)
    })
  })
}
