import type { ApiResource, Selection } from '../../kube/api-resource.ts'
import { listObjects } from '../../kube/list-objects.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../cluster-options.ts'
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
export interface EventWish {
  readonly name: string | undefined
  /** Of the object itself, not of one before it that had the same name. */
  readonly uid?: string
  readonly everywhere: boolean
}

/** The events of a kind, of one object or of all, the oldest first. */
export async function eventsOf(
  view: KindView,
  wish: EventWish,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const selection = eventSelection(view, wish, cluster)
  const { objects } = await listObjects(cluster.client, selection, {}, signal)
  return objects
    .filter((event) => isAbout(event, view, wish))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
}

/** Where events are looked for; those of what is in no namespace are in `default`. */
export function eventSelection(
  { definition }: KindView,
  { everywhere }: EventWish,
  { namespace }: OpenCluster,
): Selection {
  if (everywhere) return { resource: eventResource }
  const place = definition.scope === 'Namespaced' ? namespace : 'default'
  return { resource: eventResource, namespace: place }
}

export function isAbout(event: KubeObject, { definition }: KindView, wish: EventWish): boolean {
  const { name, uid } = wish
  const at = (field: string) => textAt(event, ['regarding', field])
  const isNamed = name === undefined || at('name') === name
  return at('kind') === definition.kind && isNamed && (uid === undefined || at('uid') === uid)
}

export function eventColumns(now: number): readonly Column<KubeObject>[] {
  return [
    { header: 'last seen', cell: (event) => ageOf(timeOf(event), now) },
    { header: 'type', cell: (event) => textAt(event, ['type']) },
    { header: 'object', cell: (event) => textAt(event, ['regarding', 'name']) },
    { header: 'reason', cell: (event) => textAt(event, ['reason']) },
    { header: 'message', cell: (event) => `${textAt(event, ['note'])}${countOf(event)}` },
  ]
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
