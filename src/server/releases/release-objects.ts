import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, listAt, ownersOf, textAt, uidOf } from '../../objects/kube-object.ts'
import { type Surroundings, explainReadiness } from '../../objects/readiness/explain-readiness.ts'
import { redactObject, redactRepeats, secretTexts } from '../../objects/redact/redact-secrets.ts'
import { computeStatus } from '../../objects/status/compute-status.ts'
import { type DesiredObject, findDesired } from '../../release/desired/desired-object.ts'
import { storedManifests } from '../../release/desired/stored-manifests.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { fetchSurroundings } from '../../release/wait/surroundings.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { shownObject } from '../resources/shown-object.ts'
import { nameParts } from './release-views.ts'

const readsAtOnce = 16

/** The objects of a release as they are on the cluster, each with its state, why it is not ready, and the objects that it made. */
export async function objectsOf(client: KubeClient, record: ReleaseRecord, signal: AbortSignal) {
  const place = { namespace: record.namespace, discovery: new Discovery(client) }
  const desired = await findDesired(storedManifests(record).manifests, place, signal)
  const found = new Map<DesiredObject, Seen>()
  await runBounded(
    desired,
    readsAtOnce,
    async (one, inner) => void found.set(one, await look(client, one, inner)),
    signal,
  )
  const live = [...found.values()].flatMap(({ object }) => object ?? [])
  const around = await fetchSurroundings(client, live, signal)
  // Charts repeat what is in their Secrets elsewhere: that of the release and that of now.
  const hidden = secretTexts([...desired.map(({ object }) => object), ...live])
  return desired.map((one) => {
    const { object, ...view } = viewOf(one, found.get(one) ?? {}, around)
    return object === undefined ? view : { ...view, object: redactRepeats(object, hidden) }
  })
}

/** An object that was looked for: itself, or why there is nothing to show. */
interface Seen {
  readonly object?: KubeObject
  readonly obstacle?: 'Forbidden' | 'NotServed'
}

async function look(
  client: KubeClient,
  { id, resource }: DesiredObject,
  signal: AbortSignal,
): Promise<Seen> {
  if (resource === undefined) return { obstacle: 'NotServed' }
  const { namespace, name } = id
  const target = namespace === '' ? { resource, name } : { resource, namespace, name }
  try {
    const object = await getObject(client, target, {}, signal)
    return object === undefined ? {} : { object }
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return { obstacle: 'Forbidden' }
    throw error
  }
}

const obstacles = {
  Forbidden: 'you may not get it',
  NotServed: 'the cluster does not serve its kind',
} as const

function viewOf(desired: DesiredObject, { object, obstacle }: Seen, around: Surroundings) {
  const state =
    obstacle === undefined
      ? computeStatus(object, around.now)
      : { status: 'Unknown', reason: obstacle, message: obstacles[obstacle] }
  return {
    ...nameParts(desired.object),
    source: desired.path,
    status: state.status,
    reason: state.reason ?? '',
    message: state.message,
    ...(object === undefined
      ? {}
      : {
          object: shownObject(redactObject(object) as KubeObject),
          causes: explainReadiness(object, around),
          made: madeBy(object, around).map((one) => madeView(one, around)),
        }),
  }
}

/** Everything that an object made, directly or not. */
function madeBy(object: KubeObject, around: Surroundings): readonly KubeObject[] {
  const makers = new Set([uidOf(object)])
  const made: KubeObject[] = []
  // Owners come before what they own only by chance: look until nothing is found any more.
  for (let before = -1; before < made.length;) {
    before = made.length
    for (const one of around.objects as readonly KubeObject[]) {
      const isNew = !makers.has(uidOf(one)) && ownersOf(one).some(({ uid }) => makers.has(uid))
      if (!isNew) continue
      makers.add(uidOf(one))
      made.push(one)
    }
  }
  return made
}

function madeView(object: KubeObject, around: Surroundings) {
  const { status, reason = '', message } = computeStatus(object, around.now)
  const [owner] = ownersOf(object)
  const phase = textAt(object, ['status', 'phase'])
  return {
    ...nameParts(object),
    owner: owner === undefined ? '' : `${owner.kind}/${owner.name}`,
    status,
    reason,
    message,
    ...(phase === '' ? {} : { phase }),
    containers: containersOf(object),
  }
}

function containersOf(object: KubeObject): readonly string[] {
  if (object.kind !== 'Pod') return []
  return listAt(object, ['spec', 'containers']).map((one) => textAt(one, ['name']))
}
