import { checkOwnership } from './apply/check-ownership.ts'
import { checkServed } from './apply/placed-object.ts'
import { carryOut } from './carry-out.ts'
import { tellReleaseOwner } from './ownership/check-release-owner.ts'
import type { ReleaseChoices } from './choices.ts'
import { objectsLeaving, objectsNew } from './desired/compare-desired.ts'
import { findDesired } from './desired/desired-object.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { failedRevisions } from './stored/failed-revisions.ts'
import type { ReleaseLock } from './release-lock.ts'
import { withReleaseLock } from './with-release-lock.ts'
import { ownerLabelsIn } from './record/owner-labels.ts'
import type { ReadRevision } from './record/store.ts'
import { userLabels } from './record/storage-object.ts'
import { recover, supersede } from './recover.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseRecord } from './release.ts'
import type { ReleaseState } from './release-state.ts'
import { sameRelease } from './ownership/same-release.ts'
import { messageOf } from './throw-failures.ts'
import { Revision, labelsFor, mergeLabels, nowOf, withInfo } from './revision.ts'

export interface RollbackInput extends ReleaseChoices {
  readonly namespace: string
  readonly name: string
  /** 0 for the one before the last. */
  readonly revision: number
  /** Whether the newest revision will do if it is that rollback already: somebody asks again who does not know how it ended. */
  readonly once?: boolean
}

/** Makes an older revision the newest again, as a revision of its own. */
export async function rollback(
  input: RollbackInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseRecord> {
  const outline = await ports.store.outline(input, signal)
  if (outline.length === 0) throw new ReleaseError('not-found', 'release: not found')
  tellReleaseOwner(outline, input, ports)
  return withReleaseLock(input, ports, (held) => rollBackTo(input, ports, held), signal)
}

/** The same for callers that hold the release already. */
export async function rollBackTo(
  input: RollbackInput,
  ports: ReleasePorts,
  held: ReleaseLock,
): Promise<ReleaseRecord> {
  const { signal } = held
  const { namespace, name } = input
  const state = await recover(input, recoveryRequestOf(input), ports, signal)
  const { last, deployed } = state
  if (last === undefined) throw new ReleaseError('not-found', 'release: not found')
  const goal = await goalOf(input, state, ports, signal)
  if (input.once === true && last === deployed && isThatRollback(last, input, goal)) {
    return last.record
  }
  const owner = { name, namespace }
  const place = { namespace, discovery: ports.discovery }
  const desired = await findDesired(manifestsOf(goal), place, signal)
  checkServed(desired)
  // Objects of failed upgrades on top of a deployed revision are there, too.
  const here = [last, ...(deployed === undefined || deployed === last ? [] : [deployed])]
  const failures = await failedRevisions(state, ports, signal)
  const tried = failures.flatMap((failure) => storedManifests(failure).manifests)
  const old = { ...place, versions: 'any' } as const
  const previous = await findDesired([...here.flatMap(manifestsOf), ...tried], old, signal)
  const check = { ...input, owner, verb: 'update' } as const
  // An object that only a never deployed revision lists may have been there before.
  const running = deployed === undefined ? [] : manifestsOf(deployed)
  const isNew = objectsNew(await findDesired(running, old, signal), desired)
  const checked = await checkOwnership(isNew, check, ports, signal)
  const revision = newRevision(input, { state, last, goal }, ports)
  await revision.begin(input.maxHistory, state, signal)
  const gone = objectsLeaving(previous, desired)
  const migrate = here.some(({ record }) => record.apply_method !== 'ssa')
  try {
    const work = { verb: 'rollback', revision, owner, desired, gone, ...checked, migrate } as const
    await carryOut({ ...work, choices: input }, ports, signal)
  } catch (error) {
    await revision.fail(`Rollback ${JSON.stringify(name)} failed: ${messageOf(error)}`, held)
    throw error
  }
  await revision.done(signal)
  await supersede([deployed], ports, signal)
  return revision.end('deployed', descriptionOf(input, goal), signal)
}

function newRevision(
  input: RollbackInput,
  seen: {
    readonly state: ReleaseState
    readonly last: ReadRevision
    readonly goal: ReadRevision
  },
  ports: ReleasePorts,
): Revision {
  const { state, last, goal } = seen
  const version = state.resumed?.revision.record.version ?? last.record.version + 1
  const copied: ReleaseRecord = { ...goal.record, version, apply_method: 'ssa' }
  const now = nowOf(ports)
  const record = withInfo(copied, {
    first_deployed: last.record.info.first_deployed ?? now,
    last_deployed: now,
    status: 'pending-rollback',
    description: descriptionOf(input, goal),
  })
  const { deployed } = state
  const supersedes = deployed === undefined ? [] : [deployed.record.version]
  const labels = mergeLabels(userLabels(goal.stored.labels), {
    ...ownerLabelsIn(last.stored.labels),
    ...labelsFor(input),
  })
  return new Revision(ports, record, labels, {
    intent: { ...recoveryRequestOf(input).wanted, stage: 'changing', supersedes },
    holder: ports.identity,
  })
}

async function goalOf(
  { namespace, name, revision }: RollbackInput,
  { last }: ReleaseState,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReadRevision> {
  const wanted = revision === 0 ? (last?.record.version ?? 0) - 1 : revision
  const goal = wanted < 1 ? undefined : await ports.store.get({ namespace, name }, wanted, signal)
  if (goal !== undefined) return goal
  throw new ReleaseError('not-found', `release has no ${wanted} version`)
}

function manifestsOf({ record }: ReadRevision) {
  return storedManifests(record).manifests
}

function isThatRollback(
  { record }: ReadRevision,
  input: RollbackInput,
  goal: ReadRevision,
): boolean {
  return record.info.description === descriptionOf(input, goal) && sameRelease(record, goal.record)
}

function descriptionOf({ description }: RollbackInput, { record }: ReadRevision): string {
  return description ?? `Rollback to ${record.version}`
}

function recoveryRequestOf(input: RollbackInput) {
  const wanted = { verb: 'rollback', planDigest: `revision:${input.revision}` } as const
  return { wanted, takeOver: input.takeOver, owning: input }
}
