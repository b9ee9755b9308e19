import type { ApiResource } from '../../kube/api-resource.ts'
import { listObjects } from '../../kube/list-objects.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../cluster-options.ts'
import type { Column } from '../output/table.ts'
import { ageOf } from './age.ts'
import type { KindView } from './kind-view.ts'

/** The older of the two APIs: every server has it, and it has what was written by either. */
export const eventResource: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
}

/** The events of a kind, of one object or of all, the oldest first. */
export async function eventsOf(
  view: KindView,
  { name, everywhere }: { readonly name: string | undefined; readonly everywhere: boolean },
  { client, namespace }: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const place = everywhere ? {} : { namespace: namespaceOfEvents(view, namespace) }
  const fieldSelector = eventFields(view, name)
  const selection = { resource: eventResource, fieldSelector, ...place }
  const { objects } = await listObjects(client, selection, {}, signal)
  return objects.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
}

/** The fields by which the events of an object are found. */
export function eventFields({ definition }: KindView, name: string | undefined): string {
  const kind = `involvedObject.kind=${definition.kind}`
  return name === undefined ? kind : `${kind},involvedObject.name=${name}`
}

/** Events of what is in no namespace are in `default`. */
export function namespaceOfEvents({ definition }: KindView, namespace: string): string {
  return definition.scope === 'Namespaced' ? namespace : 'default'
}

export function eventColumns(now: number): readonly Column<KubeObject>[] {
  return [
    { header: 'last seen', cell: (event) => ageOf(timeOf(event), now) },
    { header: 'type', cell: (event) => textAt(event, ['type']) },
    { header: 'object', cell: (event) => textAt(event, ['involvedObject', 'name']) },
    { header: 'reason', cell: (event) => textAt(event, ['reason']) },
    { header: 'message', cell: (event) => `${textAt(event, ['message'])}${countOf(event)}` },
  ]
}

function timeOf(event: KubeObject): string {
  const times = [
    textAt(event, ['series', 'lastObservedTime']),
    textAt(event, ['lastTimestamp']),
    textAt(event, ['eventTime']),
    textAt(event, ['metadata', 'creationTimestamp']),
  ]
  return times.find((time) => time !== '') ?? ''
}

function countOf(event: KubeObject): string {
  const series = event['series']
  const count = Number(
    typeof series === 'object' && series !== null && 'count' in series
      ? series['count']
      : (event['count'] ?? 1),
  )
  return count > 1 ? ` (${count} times)` : ''
}
