import { ReleaseError } from './errors.ts'
import { failedRevisions } from './stored/failed-revisions.ts'
import type { InstallInput } from './install.ts'
import { makePlan } from './plan/make-plan.ts'
import type { Plan } from './plan/plan.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseRecord } from './release.ts'
import { renderRelease } from './render/render-release.ts'
import type { RollbackInput } from './rollback.ts'
import type { ReadRevision } from './record/store.ts'
import type { UpgradeInput } from './upgrade.ts'
import { upgradeValues } from './render/upgrade-values.ts'

/** Plans the changes of an install. Nothing is written. */
export async function planInstall(
  input: InstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Plan> {
  const { namespace, name, createNamespace } = input
  const last = await ports.store.last(input, signal)
  const revision = (last?.record.version ?? 0) + 1
  const facts = { name, namespace, revision, isUpgrade: false }
  const { rendered } = await renderRelease(input, facts, ports, signal)
  const { client, discovery } = ports
  const target = { client, namespace, name }
  const failed = await failuresOf(input, ports, signal)
  const how = { ...howOf(input), createNamespace, failed }
  return await makePlan({ target, verb: 'install', rendered, discovery, ...how }, signal)
}

/** Plans the changes of an upgrade. Nothing is written. */
export async function planUpgrade(
  given: UpgradeInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Plan> {
  const { namespace, name } = given
  const { last, base } = await baseline(given, ports, signal)
  const warn = (message: string) => ports.report({ type: 'warning', message })
  const input = { ...given, ...upgradeValues(given, base.record, given.reuse, warn) }
  const facts = { name, namespace, revision: last.record.version + 1, isUpgrade: true }
  const { rendered } = await renderRelease(input, facts, ports, signal)
  const { client, discovery } = ports
  const target = { client, namespace, name }
  const how = {
    ...howOf(given),
    previous: base.record,
    failed: await failuresOf(given, ports, signal),
  }
  return await makePlan({ target, verb: 'upgrade', rendered, discovery, ...how }, signal)
}

/**
 * Plans the changes of a rollback; a rollback to the last revision itself shows what others changed
 * since.
 */
export async function planRollback(
  input: RollbackInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Plan> {
  const { namespace, name, conflicts, takeOwnership, adopt = [], hooks, immutable } = input
  const { last } = await baseline(input, ports, signal)
  const revision = input.revision === 0 ? last.record.version - 1 : input.revision
  const goal = revision < 1 ? undefined : await ports.store.get(input, revision, signal)
  if (goal === undefined) {
    throw new ReleaseError('not-found', `release has no ${revision} version`)
  }
  const { client, discovery } = ports
  const target = { client, namespace, name }
  const rendered = { ...storedManifests(goal.record), crds: [] }
  const choices = { conflicts, takeOwnership, adopt, hooks, immutable } as const
  const failed = await failuresOf(input, ports, signal)
  const crds = { crds: 'skip', crdDangers: 'accept' } as const
  const how = { ...choices, ...crds, previous: last.record, failed } as const
  return await makePlan({ target, verb: 'rollback', rendered, discovery, ...how }, signal)
}

function howOf(input: InstallInput | UpgradeInput) {
  const { conflicts, takeOwnership, adopt = [], crds, crdDangers, hooks, immutable } = input
  const dangers = crdDangers === undefined ? {} : { crdDangers }
  return { conflicts, takeOwnership, adopt, crds, hooks, immutable, ...dangers }
}

/** The records of revisions that failed since the last deployed one. */
export async function failuresOf(
  place: ReleaseName,
  { store }: Pick<ReleasePorts, 'store'>,
  signal: AbortSignal,
): Promise<readonly ReleaseRecord[]> {
  return failedRevisions({ outline: await store.outline(place, signal) }, { store }, signal)
}

interface ReleaseName {
  readonly namespace: string
  readonly name: string
}

async function baseline(
  place: ReleaseName,
  { store }: ReleasePorts,
  signal: AbortSignal,
): Promise<{ readonly last: ReadRevision; readonly base: ReadRevision }> {
  const last = await store.last(place, signal)
  if (last === undefined) throw new ReleaseError('not-found', 'release: not found')
  return { last, base: (await store.deployed(place, signal)) ?? last }
}
