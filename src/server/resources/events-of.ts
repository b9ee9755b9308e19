import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, namespaceOf, numberAt, textAt, uidOf } from '../../objects/kube-object.ts'
import { problemOf } from '../http/problem.ts'

/** Events, wherever they are. */
export const eventResource: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
}

export interface ObjectEvent {
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly count: number
  readonly firstSeen: string
  readonly lastSeen: string
  readonly reportedBy: string
}

/** Events about objects without a namespace are in this one. */
const homeOfOthers = 'default'

/** An event and what tells it apart from others. */
export interface EventRow {
  readonly uid: string
  readonly event: ObjectEvent
}

/** The events about an object. Throws a problem when the asker may not list events there. */
export async function eventsOf(
  client: KubeClient,
  object: KubeObject,
  signal: AbortSignal,
): Promise<readonly EventRow[]> {
  const namespace = namespaceOf(object) || homeOfOthers
  const fieldSelector = `involvedObject.uid=${uidOf(object)}`
  try {
    const found = await listObjects(
      client,
      { resource: eventResource, namespace, fieldSelector },
      {},
      signal,
    )
    return found.objects.map((event) => ({ uid: uidOf(event), event: readEvent(event) }))
  } catch (error) {
    throw problemOf(error, { verb: 'list', group: '', resource: 'events', namespace })
  }
}

/** An event as people read it. */
export function readEvent(event: KubeObject): ObjectEvent {
  const time = textAt(event, ['eventTime'])
  const series = textAt(event, ['series', 'lastObservedTime'])
  const made = textAt(event, ['metadata', 'creationTimestamp'])
  return {
    type: textAt(event, ['type']),
    reason: textAt(event, ['reason']),
    message: textAt(event, ['message']),
    count: numberAt(event, ['series', 'count']) ?? numberAt(event, ['count']) ?? 1,
    firstSeen: textAt(event, ['firstTimestamp']) || time || made,
    lastSeen: series || textAt(event, ['lastTimestamp']) || time || made,
    reportedBy: textAt(event, ['reportingComponent']) || textAt(event, ['source', 'component']),
  }
}
