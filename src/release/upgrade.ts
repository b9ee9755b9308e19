import { withDeadline } from '../std/clock.ts'
import { equalJson } from '../objects/json.ts'
import { applyCrds } from './apply/apply-crds.ts'
import { checkOwnership } from './apply/check-ownership.ts'
import { checkServed } from './apply/placed-object.ts'
import { carryOut } from './carry-out.ts'
import { tellReleaseOwner } from './ownership/check-release-owner.ts'
import type { CrdChoices, ReleaseChoices } from './choices.ts'
import { findDesired } from './desired/desired-object.ts'
import { objectsLeaving, objectsNew } from './desired/compare-desired.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { failedRevisions } from './stored/failed-revisions.ts'
import type { ReleaseLock } from './release-lock.ts'
import { withReleaseLock } from './with-release-lock.ts'
import {
  type OutriggerRecord,
  type Intent,
  readOutriggerRecord,
} from './record/outrigger-record.ts'
import { makeRecord } from './record/make-record.ts'
import type { ReadRevision } from './record/store.ts'
import { userLabels } from './record/storage-object.ts'
import { checkSame, nextRevision, settle, supersede } from './recover.ts'
import { makePlan } from './plan/make-plan.ts'
import { changesSomething } from './plan/plan.ts'
import { sameRelease } from './ownership/same-release.ts'
import type { ReleasePorts } from './ports.ts'
import { type ReleaseRecord, wasDeployed } from './release.ts'
import type { ReleaseState } from './release-state.ts'
import { renderRelease } from './render/render-release.ts'
import type { RenderInput, RenderedRelease } from './render/render-input.ts'
import { Revision, labelsFor, mergeLabels, nowOf } from './revision.ts'
import { rollBackTo } from './rollback.ts'
import { messageOf } from './throw-failures.ts'
import { type ReuseRule, upgradeValues } from './render/upgrade-values.ts'
import { inputDigest } from './render/input-digest.ts'

export interface UpgradeInput extends ReleaseChoices, CrdChoices, RenderInput {
  readonly namespace: string
  readonly name: string
  readonly reuse: ReuseRule
  /** Whether there is a new revision although nothing changes. */
  readonly evenIfUnchanged: boolean
  readonly subchartNotes?: boolean
}

export interface Upgraded {
  readonly did: 'upgraded' | 'unchanged'
  readonly record: ReleaseRecord
}

/** Upgrades a release. An upgrade that changes nothing writes nothing, and says so. */
export async function upgrade(
  given: UpgradeInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Upgraded> {
  const recovery = recoveryRequestOf(given)
  const state = await settle(given, recovery, ports, signal)
  tellReleaseOwner(state.outline, given, ports)
  const prepared = await prepare(given, { state, wanted: recovery.wanted }, ports, signal)
  if (!given.evenIfUnchanged && (await isUnchanged(prepared, ports, signal))) {
    return { did: 'unchanged', record: prepared.base.record }
  }
  ports.store.prepare(prepared.record)
  const act = async (held: ReleaseLock) => {
    await checkSame(prepared.state, given, ports, held.signal)
    return operate(prepared, ports, held)
  }
  return { did: 'upgraded', record: await withReleaseLock(given, ports, act, signal) }
}

async function prepare(
  given: UpgradeInput,
  { state, wanted }: Pick<Prepared, 'state' | 'wanted'>,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Prepared> {
  const { namespace, name } = given
  const base = baselineOf(given, state)
  ports.report({ type: 'step', step: 'rendering' })
  const warn = (message: string) => ports.report({ type: 'warning', message })
  const input = { ...given, ...upgradeValues(given, base.record, given.reuse, warn) }
  const revision = nextRevision(state)
  const entropy = state.resumed?.outriggerRecord.entropy
  const target = { client: ports.client, namespace, name }
  // A leader has mostly written none, and rather renders twice than asks each time.
  const before =
    ports.leader === undefined ? await readOutriggerRecord(target, base.record, signal) : undefined
  const lookups = Object.keys(before?.lookups ?? {})
  const renderInput = { ...input, lookups, ...(entropy === undefined ? {} : { entropy }) }
  const facts = { name, namespace, revision, isUpgrade: true }
  const render = await renderRelease(renderInput, facts, ports, signal)
  const record = newRecord(input, { render, base, revision }, ports)
  return { wanted, input, state, base, render, record }
}

interface Prepared {
  /** Told by what was given, before the values of the revision before came to it. */
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
  readonly input: UpgradeInput
  readonly state: ReleaseState
  readonly base: ReadRevision
  readonly render: RenderedRelease
  readonly record: ReleaseRecord
}

async function operate(
  prepared: Prepared,
  ports: ReleasePorts,
  held: ReleaseLock,
): Promise<ReleaseRecord> {
  const { signal } = held
  const { input, state, base, render, record } = prepared
  const { namespace, name } = input
  const owner = { name, namespace }
  await applyCrds({ ...input, files: render.rendered.crds }, ports, signal)
  const place = { namespace, discovery: ports.discovery }
  const desired = await findDesired(render.rendered.manifests, place, signal)
  checkServed(desired)
  const old = { ...place, versions: 'any' } as const
  const previous = await findDesired(storedManifests(base.record).manifests, old, signal)
  const failures = await failedRevisions(state, ports, signal)
  const tried = failures.flatMap((failure) => storedManifests(failure).manifests)
  const check = { ...input, owner, verb: 'update' } as const
  // An object that only a never deployed revision lists may have been there before.
  const isNew = wasDeployed(base.record) ? objectsNew(previous, desired) : desired
  const checked = await checkOwnership(isNew, check, ports, signal)
  const labels = labelsOf(input, state)
  const revision = new Revision(ports, record, labels, outriggerRecordOf(prepared, ports))
  await revision.begin(input.maxHistory, state, signal)
  const gone = objectsLeaving([...previous, ...(await findDesired(tried, old, signal))], desired)
  const migrate = [base, state.last].some((one) => one?.record.apply_method !== 'ssa')
  try {
    const work = { verb: 'upgrade', revision, owner, desired, gone, ...checked, migrate } as const
    await carryOut({ ...work, choices: input }, ports, signal)
  } catch (error) {
    return await failed(error, revision, input, { ports, held })
  }
  await revision.done(signal)
  await supersede([base], ports, signal)
  return revision.end('deployed', input.description ?? 'Upgrade complete', signal)
}

function newRecord(
  input: UpgradeInput,
  { render, base, revision }: Pick<Prepared, 'render' | 'base'> & { readonly revision: number },
  ports: ReleasePorts,
): ReleaseRecord {
  const now = nowOf(ports)
  return makeRecord({
    name: input.name,
    namespace: input.namespace,
    revision,
    rendered: render.rendered,
    values: render.values ?? input.values,
    applyMethod: 'ssa',
    ...(input.subchartNotes === undefined ? {} : { subchartNotes: input.subchartNotes }),
    info: {
      first_deployed: base.record.info.first_deployed ?? now,
      last_deployed: now,
      description: 'Preparing upgrade',
      status: 'pending-upgrade',
    },
  })
}

// First what costs nothing to find out, then whether somebody changed the objects meanwhile.
async function isUnchanged(
  { input, state, base, record, render }: Prepared,
  { client, discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<boolean> {
  const { namespace, name, conflicts, crds, takeOwnership, adopt = [] } = input
  if (state.resumed !== undefined || state.last !== base) return false
  if (base.record.info.status !== 'deployed' || base.record.apply_method !== 'ssa') return false
  if (!equalJson(userLabels(base.stored.labels), labelsOf(input, state))) return false
  if (!sameRelease(base.record, record)) return false
  const target = { client, namespace, name }
  const { rendered } = render
  const shared = { target, rendered, discovery, conflicts, crds, takeOwnership, adopt } as const
  const previous = base.record
  const plan = await makePlan({ ...shared, verb: 'upgrade', previous, hooks: 'skip' }, signal)
  return !changesSomething(plan)
}

async function failed(
  error: unknown,
  revision: Revision,
  input: UpgradeInput,
  { ports, held }: { readonly ports: ReleasePorts; readonly held: ReleaseLock },
): Promise<never> {
  const { name } = input
  const why = messageOf(error)
  await revision.fail(`Upgrade ${JSON.stringify(name)} failed: ${why}`, held)
  if (input.onFailure === 'stay' || held.isLost()) throw error
  await withDeadline(ports.client.clock, 2 * input.timeout, (signal) =>
    undo(revision, input, why, { ports, held: { ...held, signal } }),
  )
  const what = `release ${name} failed, and has been rolled back due to rollback-on-failure being set`
  throw new ReleaseError('failed', `${what}: ${why}`, { cause: error })
}

async function undo(
  revision: Revision,
  input: UpgradeInput,
  why: string,
  { ports, held }: { readonly ports: ReleasePorts; readonly held: ReleaseLock },
): Promise<void> {
  const { signal } = held
  const outline = await ports.store.outline(input, signal)
  const good = outline.filter(({ status }) => status === 'superseded' || status === 'deployed')
  const newest = good.findLast((one) => one.revision < revision.record.version)
  if (newest === undefined) {
    const what = 'unable to find a previously successful release when attempting to rollback'
    throw new ReleaseError('failed', `${what}. original upgrade error: ${why}`)
  }
  const choices = { ...input, onFailure: 'stay', revision: newest.revision } as const
  await rollBackTo(choices, ports, held)
}

function baselineOf({ name }: UpgradeInput, { last, deployed }: ReleaseState): ReadRevision {
  if (deployed !== undefined) return deployed
  const status = last?.record.info.status
  if (last !== undefined && (status === 'failed' || status === 'superseded')) return last
  throw new ReleaseError('not-found', `${JSON.stringify(name)} has no deployed releases`)
}

function outriggerRecordOf(
  { wanted, base, render }: Prepared,
  { identity }: ReleasePorts,
): OutriggerRecord {
  const supersedes = [base.record.version]
  const intent = { ...wanted, stage: 'changing', supersedes } as const
  return { intent, holder: identity, entropy: render.rendered.entropy, lookups: render.lookups }
}

function labelsOf(input: UpgradeInput, { last }: ReleaseState) {
  return mergeLabels(last === undefined ? {} : userLabels(last.stored.labels), labelsFor(input))
}

function recoveryRequestOf(input: UpgradeInput) {
  const { chart, values, reuse, takeOver } = input
  const planDigest = inputDigest(chart, values, ['upgrade', reuse])
  return { wanted: { verb: 'upgrade', planDigest }, takeOver, owning: input } as const
}
