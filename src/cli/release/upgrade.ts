import { install } from '../../release/install.ts'
import { planInstall, planUpgrade } from '../../release/plan-change.ts'
import { upgrade, type UpgradeInput } from '../../release/upgrade.ts'
import type { ReuseRule } from '../../release/render/upgrade-values.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type ChartVerb, chartInputOf, chartVerbOf, chartVerbOptions } from './chart-verb.ts'
import { openRequestedChart } from './requested-chart.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { type OpenReleases, withReleases } from './open-releases.ts'
import { printPlan } from './print/print-plan.ts'
import { printRecord } from './print/print-record.ts'
import { reuseOptions, reuseRuleOf } from './reuse-options.ts'

export const command = {
  description:
    'Upgrades a release to a chart and values. When nothing would change it says so and writes nothing.',
  arguments: {
    release: { count: 'one', summary: 'the name of the release' },
    chart: {
      count: 'one',
      summary: 'the chart: a folder, a .tgz, repository/name or oci://…',
    },
  },
  options: {
    install: { kind: 'switch', short: 'i', summary: 'install it when there is no such release' },
    'create-namespace': {
      kind: 'switch',
      summary: 'with --install, create the namespace when it is absent',
    },
    'new-revision': { kind: 'switch', summary: 'make a revision although nothing changes' },
    ...reuseOptions,
    ...chartVerbOptions,
  },
  examples: [
    'upgrade web ./my-chart --set image.tag=1.3',
    'upgrade web ./my-chart --install -n web --create-namespace',
    'upgrade web repo/web --reuse-values --wait --rollback-on-failure',
  ],
} as const satisfies CommandSpec

export interface Options extends ChartVerb {
  readonly name: string
  readonly install: boolean
  readonly createNamespace: boolean
  readonly evenIfUnchanged: boolean
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
    install: options.install,
    createNamespace: options['create-namespace'],
    evenIfUnchanged: options['new-revision'],
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
  const context = { ports, io }
  const { name, change, reuse, evenIfUnchanged } = options
  return await withReleases(options, context, async (releases) => {
    const isNew = options.install && (await isAbsent(name, releases, signal))
    if (isNew && options.output === 'table' && !change.dryRun) {
      io.stdout.write(`Release ${JSON.stringify(name)} does not exist. Installing it now.\n`)
    }
    const beginning = isNew ? 'INSTALLATION FAILED' : 'UPGRADE FAILED'
    return await failAsHelm(beginning, async () => {
      const input: UpgradeInput = {
        ...chartInputOf(
          options,
          await openRequestedChart(options.requested, context, signal),
          ports.environment,
        ),
        namespace: releases.namespace,
        name,
        reuse,
        evenIfUnchanged,
      }
      const act = isNew ? installIt : upgradeIt
      return await act(input, options, { releases, ports, io, signal })
    })
  })
}

interface Context {
  readonly releases: OpenReleases
  readonly ports: Ports
  readonly io: Io
  readonly signal: AbortSignal
}

async function upgradeIt(
  input: UpgradeInput,
  options: Options,
  context: Context,
): Promise<Outcome> {
  const { releases, io, signal } = context
  const { name, change, output } = options
  if (change.dryRun) {
    return printPlan(await planUpgrade(input, releases, signal), options.form, io)
  }
  const { did, record } = await upgrade(input, releases, signal)
  if (output === 'table') {
    const what = did === 'upgraded' ? 'has been upgraded. Happy Helming!' : unchanged
    io.stdout.write(`Release ${JSON.stringify(name)} ${what}\n`)
  }
  printRecord(record, { output, notes: change.notes }, context)
  return 'done'
}

const unchanged = 'has not changed: nothing was written.'

async function installIt(
  input: UpgradeInput,
  options: Options,
  context: Context,
): Promise<Outcome> {
  const { releases, io, signal } = context
  const { change, output, createNamespace } = options
  const fresh = { ...input, createNamespace, replace: true }
  if (change.dryRun) {
    return printPlan(await planInstall(fresh, releases, signal), options.form, io)
  }
  const record = await install(fresh, releases, signal)
  printRecord(record, { output, notes: change.notes }, context)
  return 'done'
}

/** Whether there is nothing to upgrade: no release, or one that was uninstalled. */
async function isAbsent(
  name: string,
  { store, namespace }: OpenReleases,
  signal: AbortSignal,
): Promise<boolean> {
  const last = await store.last({ namespace, name }, signal)
  return last === undefined || last.record.info.status === 'uninstalled'
}
