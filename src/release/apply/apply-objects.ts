import { getObject } from '../../kube/objects/get-object.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import type { CrdChoices } from '../choices.ts'
import { type AdoptChoices, isAdopted } from '../ownership/adopt.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { isTaken, ownershipError, withOwnership } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import { isSettled } from '../plan/is-settled.ts'
import type { LiveObjects } from '../plan/read-live.ts'
import type { ReleasePorts } from '../ports.ts'
import { waitUntilReady } from '../wait/wait-ready.ts'
import { type AppliedObject, type ApplyChoices, applyOne } from './apply-one.ts'
import { type PlacedObject, placeObject } from './placed-object.ts'
import { checkDangers } from './check-dangers.ts'
import { parallelRequests } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'
import { wavesOf } from './waves.ts'

export interface ApplyRequest
  extends Omit<ApplyChoices, 'refuseForeign' | 'as'>, AdoptChoices, Pick<CrdChoices, 'crdDangers'> {
  /** Objects that were there before, by objectKey, as far as that is known. */
  readonly before: ReadonlyMap<string, KubeObject>
  /** Objects as they are now, by objectKey: what would not change is not applied. */
  readonly live: LiveObjects
  /** Objects, by objectKey, of which nobody has looked whether they are somebody else's. */
  readonly unchecked: ReadonlySet<string>
}

export interface ApplyOutcome {
  readonly applied: readonly AppliedObject[]
  /** The failures; objects after the wave of the first failure are left alone. */
  readonly failures: readonly unknown[]
}

const establishTimeout = 60_000

/** Applies objects in waves, each at once as far as connections allow. */
export async function applyObjects(
  desired: readonly DesiredObject[],
  request: ApplyRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const applied: AppliedObject[] = []
  for (const wave of wavesOf(desired)) {
    signal.throwIfAborted()
    const { done, failed } = await settleBounded(wave, parallelRequests, async (one) => {
      const placed = await placeObject(one, ports, signal)
      checkTaken(placed, request)
      const isAsked = isAdopted(request, placed.id)
      const refuseForeign = request.unchecked.has(objectKey(placed.id)) && !isAsked
      const how = {
        as: 'object',
        refuseForeign,
        isWanted: isAsked || request.takeOwnership,
      } as const
      const known = unchanged(placed, request)
      if (known === undefined) await checkCrd(placed, request, ports, signal)
      const result = known ?? (await applyOne(placed, { ...request, ...how }, ports, signal))
      const did = toldOf(result, request)
      ports.report({ type: 'object', object: result.id, did, live: result.live })
      return result
    })
    applied.push(...done)
    if (failed.length > 0) return { applied, failures: failed.map(({ error }) => error) }
    await establish(done, ports, signal)
  }
  return { applied, failures: [] }
}

// A definition in a template is checked as one in crds/ is.
async function checkCrd(
  placed: PlacedObject,
  request: ApplyRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  if (!isCrd(placed.id)) return
  const { resource, object } = placed
  const live = await getObject(ports.client, targetOf(resource, object), {}, signal)
  if (live === undefined) return
  const marked = { ...placed, object: withOwnership(object, request.owner) }
  await checkDangers({ placed: marked, live }, request, ports, signal)
}

function isCrd({ group, kind }: PlacedObject['id']): boolean {
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}

/** Waits until definitions are served, and forgets what was known of the server's kinds. */
export async function establish(
  applied: readonly AppliedObject[],
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const crds = applied.filter(({ id }) => id.kind === 'CustomResourceDefinition')
  if (crds.length === 0) return
  await waitUntilReady(crds, { timeout: establishTimeout, jobs: 'started' }, ports, signal)
  await untilServed(
    crds.map(({ id }) => id.name),
    ports,
    signal,
  )
}

/** Milliseconds that a server may take to list a kind that is established, and between two looks. */
const servedTimeout = 5000
const servedPause = 50

// A real server lists a kind some milliseconds after its definition is established. The request for a kind that never
// comes fails with the server's own words.
async function untilServed(
  crds: readonly string[],
  { client, discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const end = client.clock.monotonic() + servedTimeout
  for (;;) {
    discovery.invalidate()
    const { resources } = await discovery.apis(signal)
    const served = new Set(resources.map(({ resource, group }) => `${resource}.${group}`))
    if (crds.every((name) => served.has(name)) || client.clock.monotonic() >= end) return
    await sleepOn(client.clock, servedPause, signal)
  }
}

// An object that was ours and was taken over since is not taken back without a word.
function checkTaken({ id }: PlacedObject, request: ApplyRequest): void {
  const { owner, live, takeOwnership } = request
  const known = live.get(objectKey(id))
  if (known === undefined || !isTaken(known, owner)) return
  if (takeOwnership || isAdopted(request, id)) return
  const why = ownershipError(known, owner)
  throw new ReleaseError('foreign', `unable to continue with update: ${why}`)
}

// Not where somebody changed what is ours: then it is applied, and what was changed comes back.
function unchanged(
  { id, object, resource }: PlacedObject,
  { owner, live, migrate }: ApplyRequest,
): AppliedObject | undefined {
  const known = live.get(objectKey(id))
  if (known === undefined || migrate) return undefined
  return isSettled(known, withOwnership(object, owner))
    ? { id, resource, live: known, did: 'unchanged' }
    : undefined
}

function toldOf({ id, live, did }: AppliedObject, request: ApplyRequest) {
  if (did !== 'changed') return did
  const adopted = request.before.get(objectKey(id))
  const head = adopted ?? request.live.get(objectKey(id))
  if (head?.metadata['resourceVersion'] === live.metadata['resourceVersion']) return 'unchanged'
  return adopted === undefined ? did : 'adopted'
}
