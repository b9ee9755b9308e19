import { type Json, equalJson } from '../objects/json.ts'
import { readCompanion, type Companion, type Intent } from './record/companion.ts'
import { type Recovery, decideRecovery } from './record/decide-recovery.ts'
import { hold } from './hold.ts'
import type { ReadRevision } from './record/store.ts'
import { userLabels } from './record/storage-object.ts'
import { ReleaseError } from './errors.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseTarget } from './release.ts'
import { Revision } from './revision.ts'

/** Where a release stands before a verb acts. */
export interface ReleaseState {
  /** The newest revision, finished or given up. */
  readonly last: ReadRevision | undefined
  /** The newest deployed one. */
  readonly deployed: ReadRevision | undefined
  /** Our own interrupted attempt at the very same thing, which is gone on with. */
  readonly resumed: { readonly revision: ReadRevision; readonly companion: Companion } | undefined
}

export interface RecoveryWish {
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
  readonly takeOver: boolean
}

type Ports = Pick<ReleasePorts, 'client' | 'store' | 'report'>
type Place = Omit<ReleaseTarget, 'client'>

/** Where a release stands, without changing anything. Refuses while somebody else is at work. */
async function lookAt(
  place: Place,
  wish: RecoveryWish,
  ports: Ports,
  signal: AbortSignal,
): Promise<ReleaseState & { readonly recovery: Recovery }> {
  const outline = await ports.store.outline(place, signal)
  const read = await readNewest(outline, ports, signal)
  const companion = read && (await readCompanion({ ...ports, ...place }, read.record, signal))
  const recovery = decideRecovery({
    ...wish,
    last: read && {
      revision: read.record.version,
      status: read.record.info.status,
      age: ports.client.clock.now() - Date.parse(read.record.info.last_deployed ?? ''),
      intent: companion?.intent,
      holder: companion?.holder ?? '',
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
  return {
    recovery,
    last,
    deployed: isDeployed ? last : await readNewest(older, ports, signal),
    resumed: isResumed && read && companion ? { revision: read, companion } : undefined,
  }
}

/** The same, after what somebody left unfinished was brought to an end. The caller holds the release. */
export async function recover(
  place: Place,
  wish: RecoveryWish,
  ports: Ports,
  signal: AbortSignal,
): Promise<ReleaseState> {
  const seen = await lookAt(place, wish, ports, signal)
  const { recovery, last } = seen
  if (last === undefined || recovery.do === 'go-on' || recovery.do === 'resume') return seen
  const revision = new Revision(ports, last.record, userLabels(last.stored.labels))
  if (recovery.do === 'mark-failed') {
    await revision.end('failed', recovery.description, signal)
    return lookAt(place, wish, ports, signal)
  }
  if (recovery.do === 'complete') {
    await supersede(place, recovery.supersedes, ports, signal)
    await revision.end('deployed', 'Completed after an interruption', signal)
  }
  return lookAt(place, wish, ports, signal)
}

/**
 * The same for who does not hold the release yet and has a chart to render first: that takes long, and
 * a Lease must be renewed in time. What is then done begins with `recoverSame`.
 */
export async function settle(
  place: Place,
  wish: RecoveryWish,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseState> {
  const seen = await lookAt(place, wish, ports, signal)
  if (seen.recovery.do === 'go-on' || seen.recovery.do === 'resume') return seen
  return hold(place, ports, (held) => recover(place, wish, ports, held.signal), signal)
}

/** Makes sure that a release, now held, is what it was before. */
export async function recoverSame(
  before: ReleaseState,
  place: Place,
  wish: RecoveryWish,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const now = await recover(place, wish, ports, signal)
  if (equalJson(numbersOf(before), numbersOf(now))) return
  throw new ReleaseError('busy', `release ${place.name} was changed by somebody else; try again`)
}

function numbersOf({ last, deployed, resumed }: ReleaseState): Json {
  return [last, deployed, resumed?.revision].map((one) => one?.record.version ?? 0)
}

/** The number of the revision that a verb makes, or goes on with. */
export function nextRevision({ last, resumed }: ReleaseState): number {
  return resumed?.revision.record.version ?? (last?.record.version ?? 0) + 1
}

/** Says of revisions that a newer one has taken their place. */
export async function supersede(
  place: Place,
  revisions: readonly number[],
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  for (const number of revisions) {
    const read = await ports.store.get(place, number, signal)
    if (read === undefined || read.record.info.status === 'superseded') continue
    const { record, stored } = read
    const labels = userLabels(stored.labels)
    const info = { ...record.info, status: 'superseded' } as const
    await ports.store.update({ ...record, info }, labels, signal)
    ports.report({ type: 'recorded', revision: number, status: 'superseded' })
  }
}

async function readNewest(
  outline: Awaited<ReturnType<ReleasePorts['store']['outline']>>,
  { store }: Ports,
  signal: AbortSignal,
): Promise<ReadRevision | undefined> {
  for (const stored of outline.toReversed()) {
    const [read] = await store.readAll([stored], signal)
    if (read !== undefined) return read
  }
  return undefined
}
