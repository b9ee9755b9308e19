import type { ObjectTarget } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { conditionOf } from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import { SiteError } from '../errors.ts'

const lookMilliseconds = 500

/** Waits until an object is Ready. One that is stalled fails at once: only a person can help. */
export async function waitReady(
  client: KubeClient,
  place: ObjectTarget,
  signal: AbortSignal,
): Promise<string> {
  const what = `${place.resource.kind} ${place.name}`
  for (;;) {
    const found = await getObject(client, place, {}, signal)
    if (found === undefined) throw new SiteError('not-ready', `${what} is gone`)
    const ready = conditionOf(found, 'Ready')
    if (ready?.status === 'True') return ready.message
    const stalled = conditionOf(found, 'Stalled')
    if (stalled?.status === 'True') {
      throw new SiteError('not-ready', `${what}: ${stalled.reason}: ${stalled.message}`)
    }
    await sleepOn(client.clock, lookMilliseconds, signal)
  }
}
