import { type ReleaseOwning, checkReleaseOwner } from './ownership/check-release-owner.ts'
import { type Json, equalJson } from '../objects/json.ts'
import {
  type OutriggerRecord,
  type Intent,
  readOutriggerRecord,
} from './record/outrigger-record.ts'
import { type Recovery, decideRecovery } from './record/recovery/decide-recovery.ts'
import { withReleaseLock, lockByLease } from './with-release-lock.ts'
import { intentIn } from './record/lock/intent-label.ts'
import type { ReadRevision } from './record/store.ts'
import type { StoredRevision } from './record/stored-revision.ts'
import { userLabels } from './record/storage-object.ts'
import { ReleaseError } from './errors.ts'
import type { ReleasePorts } from './ports.ts'
import { type ReleaseRecord, type ReleaseTarget, isPending, isUnfinished } from './release.ts'
import type { ReleaseState } from './release-state.ts'
import { Revision } from './revision.ts'

export interface RecoveryRequest {
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
  /** For whom. */
  readonly owning: ReleaseOwning
  readonly takeOver: boolean
}

type Ports = Pick<ReleasePorts, 'client' | 'store' | 'report' | 'leader' | 'identity' | 'isDead'>
type ReleaseName = Omit<ReleaseTarget, 'client'>

interface Seen extends ReleaseState {
  readonly recovery: Recovery
  /** Whether a leader left what is unfinished, so that nobody without leadership can be at work. */
  readonly isLeaders: boolean
}

/** Where a release stands, without changing anything. Refuses while somebody else is at work. */
async function lookAt(
  place: ReleaseName,
  request: RecoveryRequest,
  ports: Ports,
  signal: AbortSignal,
): Promise<Seen> {
  const outline = await ports.store.outline(place, signal)
  checkReleaseOwner(outline, request.owning)
  const read = await readNewest(outline, ports, signal)
  const left = read && (await findLeft(place, { read, request }, ports, signal))
  const recovery = decideRecovery({
    ...request,
    leads: ports.leader !== undefined,
    // A leader does not go on with an operation that one of us began without leadership: it gives
    // it up.
    wanted: left?.isForGood === true ? { ...request.wanted, planDigest: 'none' } : request.wanted,
    last: read && {
      revision: read.record.version,
      status: read.record.info.status,
      age: ports.client.clock.now() - Date.parse(beganAt(read.record)),
      intent: left?.outriggerRecord?.intent,
      holder: left?.holder ?? '',
    },
  })
  if (recovery.do === 'refuse') {
    const what = 'another operation (install/upgrade/rollback) is in progress'
    throw new ReleaseError('busy', `${what}: ${recovery.because}`)
  }
  const isResumed = recovery.do === 'resume'
  const finished = isResumed ? outline.slice(0, -1) : outline
  const last = isResumed ? await readNewest(finished, ports, signal) : read
  const isDeployed = last?.record.info.status === 'deployed'
  const older = finished.filter(({ status }) => status === 'deployed')
  const outriggerRecord = left?.outriggerRecord
  return {
    outline,
    recovery,
    isLeaders: left?.isLeaders === true,
    last,
    deployed: isDeployed ? last : await readNewest(older, ports, signal),
    resumed: isResumed && read && outriggerRecord ? { revision: read, outriggerRecord } : undefined,
  }
}

function beganAt({ info }: ReleaseRecord): string {
  return (isPending(info.status) ? info.last_deployed : info.deleted) ?? ''
}

interface Left {
  readonly outriggerRecord: OutriggerRecord | undefined
  readonly holder: string
  /** Whether it was left by one of us whose work is not ours to go on with. */
  readonly isForGood: boolean
  readonly isLeaders: boolean
}

// Finds the intent of a revision that somebody did not finish.
async function findLeft(
  place: ReleaseName,
  {
    read: { record, stored },
    request: { wanted },
  }: { readonly read: ReadRevision; readonly request: RecoveryRequest },
  ports: Ports,
  signal: AbortSignal,
): Promise<Left | undefined> {
  if (!isUnfinished(record.info.status)) return undefined
  const outriggerRecord = await readOutriggerRecord({ ...ports, ...place }, record, signal)
  const intent = intentIn(stored.labels, wanted)
  const holder = outriggerRecord?.holder ?? ''
  if (intent === undefined) {
    return { outriggerRecord, holder, isForGood: ports.leader !== undefined, isLeaders: false }
  }
  // A leader holds no Lease that could tell others that it is at work.
  if (ports.leader === undefined) {
    return { outriggerRecord: undefined, holder: 'an operator', isForGood: false, isLeaders: true }
  }
  const known = { holder, ...outriggerRecord, intent }
  return { outriggerRecord: known, holder, isForGood: false, isLeaders: true }
}

/** The same, after what somebody left unfinished was brought to an end. The caller holds the release. */
export async function recover(
  place: ReleaseName,
  request: RecoveryRequest,
  ports: Ports,
  signal: AbortSignal,
): Promise<ReleaseState> {
  const seen = await lookAt(place, request, ports, signal)
  const { recovery } = seen
  if (recovery.do === 'go-on' || recovery.do === 'resume') return seen
  const end = (inner: AbortSignal) => bringToEnd(seen, place, ports, inner)
  const { leader } = ports
  // A leader does not know by leading whether one of us without leadership is at work. That is the leader's own question:
  // the account of a tenant need not be allowed to write Leases.
  if (leader === undefined || seen.isLeaders) await end(signal)
  else {
    const asking = { ...ports, client: leader.client ?? ports.client }
    await lockByLease(place, asking, (held) => end(held.signal), signal)
  }
  return lookAt(place, request, ports, signal)
}

async function bringToEnd(
  { last, recovery }: Seen,
  place: ReleaseName,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  if (last === undefined) return
  const revision = new Revision(ports, last.record, userLabels(last.stored.labels))
  if (recovery.do === 'mark-failed') {
    await revision.end('failed', recovery.description, signal)
  }
  if (recovery.do === 'complete') {
    const older = recovery.supersedes.map((number) => ports.store.get(place, number, signal))
    await supersede(await Promise.all(older), ports, signal)
    await revision.end('deployed', 'Completed after an interruption', signal)
  }
}

/**
 * The same for a caller that does not hold the release yet and has a chart to render first: that
 * takes long, and a Lease must be renewed in time. The work after it begins with `checkSame`.
 */
export async function settle(
  place: ReleaseName,
  request: RecoveryRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseState> {
  const seen = await lookAt(place, request, ports, signal)
  if (seen.recovery.do === 'go-on' || seen.recovery.do === 'resume') return seen
  return withReleaseLock(
    place,
    ports,
    (held) => recover(place, request, ports, held.signal),
    signal,
  )
}

/** Makes sure that a release, now held, is what it was before. */
export async function checkSame(
  { outline }: ReleaseState,
  place: ReleaseName,
  { store }: Pick<Ports, 'store'>,
  signal: AbortSignal,
): Promise<void> {
  const now = await store.outline(place, signal)
  if (equalJson(now.map(outlineJson), outline.map(outlineJson))) return
  throw new ReleaseError('busy', `release ${place.name} was changed by somebody else; try again`)
}

function outlineJson({ revision, status }: StoredRevision): Json {
  return { revision, status }
}

/** The number of the revision that a verb makes, or goes on with. */
export function nextRevision({ last, resumed }: ReleaseState): number {
  return resumed?.revision.record.version ?? (last?.record.version ?? 0) + 1
}

/** Says of revisions that a newer one has taken their place. */
export async function supersede(
  revisions: readonly (ReadRevision | undefined)[],
  ports: Pick<Ports, 'store' | 'report'>,
  signal: AbortSignal,
): Promise<void> {
  for (const read of revisions) {
    if (read === undefined || read.record.info.status === 'superseded') continue
    const { record, stored } = read
    const labels = userLabels(stored.labels)
    const info = { ...record.info, status: 'superseded' } as const
    await ports.store.update({ ...record, info }, labels, signal)
    ports.report({ type: 'recorded', revision: record.version, status: 'superseded' })
  }
}

async function readNewest(
  outline: readonly StoredRevision[],
  { store }: Pick<Ports, 'store'>,
  signal: AbortSignal,
): Promise<ReadRevision | undefined> {
  for (const stored of outline.toReversed()) {
    const [read] = await store.readAll([stored], signal)
    if (read !== undefined) return read
  }
  return undefined
}
