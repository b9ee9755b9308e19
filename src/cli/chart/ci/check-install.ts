import type { Chart, Table } from '../../../chart/chart.ts'
import { validateValues } from '../../../chart/values/schema.ts'
import { coalesceValues } from '../../../chart/values/coalesce.ts'
import { ChartError } from '../../../chart/errors.ts'
import { fromBytes } from '../../../formats/go-string.ts'
import { defaultCrds } from '../../../kinds/shared-fields.ts'
import { apiGroup } from '../../../kinds/group.ts'
import type { ReleaseChoices } from '../../../release/choices.ts'
import { install } from '../../../release/install.ts'
import { testRelease } from '../../../release/test.ts'
import { uninstall } from '../../../release/uninstall.ts'
import { upgrade } from '../../../release/upgrade.ts'
import { type Candidate, type Variant, isLibrary, withVariant } from './candidate.ts'
import { type Verdict, failed, passed, skipped } from './report/report.ts'
import type { OpenTrial, TrialCluster } from './trial-cluster.ts'

/** A chart that is tried on clusters. */
export interface Trial {
  readonly candidate: Candidate
  /** The last release, which an upgrade starts from. */
  readonly previous: Chart | undefined
  readonly minor: number
  /** Milliseconds for each hook and each wait. */
  readonly timeout: number
}

const name = 'ci'

/** Installs a chart, runs its tests and uninstalls it, with each of its values files. */
export async function checkInstall(
  trial: Trial,
  open: OpenTrial,
  signal: AbortSignal,
): Promise<Verdict> {
  const { candidate } = trial
  if (isLibrary(candidate.chart)) return skipped('a library installs nothing by itself')
  return await onCluster(trial, open, signal, async (cluster) => {
    for (const variant of candidate.variants) {
      const at = { what: `install${withVariant(variant)}`, trial, cluster }
      const problem = await attempt(at, signal, async () => {
        await installChart(candidate.chart, variant.values, at, signal)
        await runTests(at, signal)
        await uninstallChart(at, signal)
      })
      if (problem !== undefined) return failed(problem)
    }
    return passed()
  })
}

/** Installs the last release and upgrades it, with each values file that the last release takes. */
export async function checkUpgrade(
  trial: Trial,
  open: OpenTrial,
  signal: AbortSignal,
): Promise<Verdict> {
  const { candidate, previous } = trial
  if (isLibrary(candidate.chart)) return skipped('a library installs nothing by itself')
  if (previous === undefined) return skipped('there is no release before this one')
  const variants = candidate.variants.filter((variant) => takes(previous, variant))
  const { version } = previous.metadata
  if (variants.length === 0) return skipped(`${version} takes none of the values in ci/`)
  return await onCluster(trial, open, signal, async (cluster) => {
    for (const variant of variants) {
      const at = { what: `upgrade from ${version}${withVariant(variant)}`, trial, cluster }
      const problem = await attempt(at, signal, async () => {
        await installChart(previous, variant.values, at, signal)
        const { chart } = candidate
        const input = { ...choicesOf(trial), chart, values: variant.values }
        const how = { name, namespace: cluster.namespace, reuse: 'default' } as const
        await upgrade({ ...input, ...how, evenIfUnchanged: true }, cluster.ports, signal)
        await runTests(at, signal)
        await uninstallChart(at, signal)
      })
      if (problem !== undefined) return failed(problem)
    }
    return passed(`from ${version}`)
  })
}

function onCluster(
  { candidate, minor }: Trial,
  open: OpenTrial,
  signal: AbortSignal,
  act: (cluster: TrialCluster) => Promise<Verdict>,
): Promise<Verdict> {
  const { chart } = candidate
  const usesOwnKinds = chart.templates.some(({ data }) =>
    fromBytes(data).includes(`${apiGroup}/v1`),
  )
  const { prerequisites } = candidate
  return open({ chart: chart.metadata.name, minor, usesOwnKinds, prerequisites }, act, signal)
}

interface At {
  readonly trial: Trial
  readonly cluster: TrialCluster
}

async function installChart(
  chart: Chart,
  values: Table,
  { trial, cluster }: At,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, ports } = cluster
  const input = { ...choicesOf(trial), chart, values, name, namespace }
  await install({ ...input, createNamespace: true, replace: false }, ports, signal)
}

async function runTests({ trial, cluster }: At, signal: AbortSignal): Promise<void> {
  const { namespace, ports } = cluster
  const { timeout } = trial
  await testRelease({ namespace, name, only: [], except: [], logs: false, timeout }, ports, signal)
}

async function uninstallChart({ trial, cluster }: At, signal: AbortSignal): Promise<void> {
  const { namespace, ports } = cluster
  const { timeout } = trial
  const how = { hooks: 'run', takeOver: false, keepHistory: false, wait: true } as const
  await uninstall({ ...how, timeout, cascade: 'background', namespace, name }, ports, signal)
}

function choicesOf({ timeout }: Trial) {
  const choices: ReleaseChoices = {
    timeout,
    wait: 'ready',
    hooks: 'run',
    conflicts: 'fail',
    immutable: 'fail',
    takeOver: false,
    takeOwnership: false,
    onFailure: 'stay',
    cleanupOnFail: false,
    maxHistory: 10,
    labels: {},
  }
  return { ...choices, crds: defaultCrds, crdDangers: 'refuse', skipSchema: false } as const
}

/** Runs a step of a trial; a failure of the chart or the cluster is reported, a fault of ours is thrown. */
async function attempt(
  at: At & { readonly what: string },
  signal: AbortSignal,
  step: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await step()
    return undefined
  } catch (error) {
    await leaveNothing(at)
    if (signal.aborted || !isFailure(error)) throw error
    return `${at.what}: ${error.message.trim()}`
  }
}

const patience = 30_000

// Objects of the whole cluster outlive the namespace. The first failure is reported.
async function leaveNothing({ trial, cluster }: At): Promise<void> {
  try {
    const timeout = Math.min(trial.timeout, patience)
    const signal = AbortSignal.timeout(2 * patience)
    await uninstallChart({ trial: { ...trial, timeout }, cluster }, signal)
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}

function isFailure(error: unknown): error is Error {
  return error instanceof Error && 'code' in error
}

/** Whether the schema of a chart lets values through. */
function takes(chart: Chart, { values }: Variant): boolean {
  try {
    validateValues(
      chart,
      coalesceValues(chart, values, 'coalesce', () => {}),
    )
    return true
  } catch (error) {
    if (error instanceof ChartError) return false
    throw error
  }
}
