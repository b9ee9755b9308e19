import type { ApiResource, Selection } from '../../kube/api-resource.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import type { Column } from '../output/table.ts'
import { ageOf } from './age.ts'
import type { KindView } from './kind-view.ts'

/** The newer of the two APIs: what the older one has is there too. */
const eventResource: ApiResource = {
  group: 'events.k8s.io',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
}

/** Whose events are meant. */
export interface EventRequest {
  readonly name: string | undefined
  /** Of the object itself, not of one before it that had the same name. */
  readonly of?: KubeObject
  readonly everywhere: boolean
}

/** The events of a kind, of one object or of all, the oldest first. */
export async function eventsOf(
  view: KindView,
  request: EventRequest,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const selection = eventSelection(view, request, cluster)
  const { objects } = await listObjects(cluster.client, selection, {}, signal)
  return objects
    .filter((event) => isAbout(event, view, request))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
}

/** Where events are looked for; those of what is in no namespace are in `default`. */
export function eventSelection(
  { definition }: KindView,
  { everywhere }: EventRequest,
  { namespace }: OpenCluster,
): Selection {
  if (everywhere) return { resource: eventResource }
  const place = definition.scope === 'Namespaced' ? namespace : 'default'
  return { resource: eventResource, namespace: place }
}

export function isAbout(event: KubeObject, view: KindView, { name, of }: EventRequest): boolean {
  const at = (field: string) => textAt(event, ['regarding', field])
  if (name !== undefined && at('name') !== name) return false
  if (at('kind') === view.definition.kind) return of === undefined || at('uid') === uidOf(of)
  if (name === undefined || at('kind') !== view.worker?.kind) return false
  if (of === undefined) return true
  return Date.parse(timeOf(event)) >= Date.parse(textAt(of, ['metadata', 'creationTimestamp']))
}

export function eventColumns({ definition }: KindView, now: number): readonly Column<KubeObject>[] {
  return [
    { header: 'last seen', cell: (event) => ageOf(timeOf(event), now) },
    { header: 'type', cell: (event) => textAt(event, ['type']) },
    { header: 'object', cell: (event) => objectOf(event, definition) },
    { header: 'reason', cell: (event) => textAt(event, ['reason']) },
    { header: 'message', cell: (event) => `${textAt(event, ['note'])}${countOf(event)}` },
  ]
}

function objectOf(event: KubeObject, { kind }: KindView['definition']): string {
  const [found, name] = [textAt(event, ['regarding', 'kind']), textAt(event, ['regarding', 'name'])]
  return found === kind ? name : `${found.toLowerCase()}/${name}`
}

function timeOf(event: KubeObject): string {
  const times = [
    textAt(event, ['series', 'lastObservedTime']),
    textAt(event, ['deprecatedLastTimestamp']),
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
      : (event['deprecatedCount'] ?? 1),
  )
  return count > 1 ? ` (${count} times)` : ''
}
