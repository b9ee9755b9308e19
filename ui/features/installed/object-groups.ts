import type { ReleaseObject } from '../../api/release-types.ts'

export type Health = 'ready' | 'working' | 'failed' | 'unknown'

/** The objects of one kind, the unwell ones first. */
export interface ObjectGroup {
  readonly kind: string
  readonly objects: readonly ReleaseObject[]
  readonly unwell: number
  /** Whether it is opened from the start: something in it is not well, or the release is small. */
  readonly isOpen: boolean
}

/** Above so many objects only the groups with something unwell are open. */
const fewObjects = 25

export function healthOf({ status }: Pick<ReleaseObject, 'status'>): Health {
  if (status === 'Current') return 'ready'
  if (status === 'InProgress' || status === 'Terminating') return 'working'
  return status === 'Failed' || status === 'NotFound' ? 'failed' : 'unknown'
}

const order: readonly Health[] = ['failed', 'working', 'unknown', 'ready']

/** Groups the objects that have the words by kind. Counts are of what is left after filtering. */
export function groupObjects(
  objects: readonly ReleaseObject[],
  words: string,
): readonly ObjectGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = objects.filter((object) => {
    const text = `${object.kind} ${object.namespace}/${object.name} ${object.status}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const byKind = Map.groupBy(fitting, ({ kind }) => kind)
  return [...byKind]
    .map(([kind, own]) => {
      const unwell = own.filter((object) => healthOf(object) !== 'ready').length
      const isOpen = unwell > 0 || fitting.length <= fewObjects || wanted.length > 0
      return { kind, objects: own.toSorted((a, b) => rank(a) - rank(b)), unwell, isOpen }
    })
    .toSorted((a, b) => b.unwell - a.unwell)
}

function rank(object: ReleaseObject): number {
  return order.indexOf(healthOf(object))
}
