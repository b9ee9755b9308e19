import type { CauseStep, MadeObject, ReleaseObject } from '../../api/release-types.ts'
import { isTrouble } from '../../components/read-causes.ts'

/** How an object is, by the same words as everything else. */
export type Health = 'failed' | 'hanging' | 'working' | 'deleting' | 'unknown' | 'ready'

/** The objects of one kind, the unwell ones first. */
export interface ObjectGroup {
  readonly kind: string
  readonly objects: readonly ReleaseObject[]
  /** All of the kind, whatever the filter leaves. */
  readonly total: number
  readonly worst: Health
  /** Whether it is opened from the start. */
  readonly isOpen: boolean
}

export interface ObjectTree {
  /** Whether there are so many objects that they are shown kind by kind. */
  readonly isGrouped: boolean
  readonly groups: readonly ObjectGroup[]
  /** The objects that the filter leaves, the unwell ones first. */
  readonly objects: readonly ReleaseObject[]
  /** Of the objects that have the words, how many are how. */
  readonly counts: readonly { readonly health: Health; readonly count: number }[]
  readonly total: number
}

interface Filter {
  readonly words: string
  /** Empty for all. */
  readonly health: string
}

/** Up to so many objects stand in one list. */
const fewObjects = 25

/** From the one that needs a person most. */
const order: readonly Health[] = ['failed', 'hanging', 'deleting', 'working', 'unknown', 'ready']

interface Judged {
  readonly status: string
  readonly reason?: string
  readonly causes?: readonly (readonly CauseStep[])[]
}

export function healthOf({ status, reason = '', causes = [] }: Judged): Health {
  if (status === 'Current') return 'ready'
  if (status === 'Failed' || status === 'NotFound') return 'failed'
  if (status === 'Terminating') return 'deleting'
  // It waits, and what it waits for does not come by itself.
  if ([...causes, [{ subject: '', reason, message: '' }]].some(isTrouble)) return 'hanging'
  return status === 'InProgress' ? 'working' : 'unknown'
}

/** How an object is that another one made: what holds up a pod holds up everything above it. */
export function healthOfMade(
  object: MadeObject,
  made: readonly MadeObject[],
  causes: readonly (readonly CauseStep[])[],
): Health {
  const own = healthOf(object)
  if (own !== 'working' && own !== 'unknown') return own
  const { kind, name } = object
  const isNamed = causes.some(
    (steps) =>
      isTrouble(steps) && steps.some(({ subject }) => subject.startsWith(`${kind} ${name}`)),
  )
  const isAbove = made.some(
    (one) => one.owner === `${kind}/${name}` && healthOfMade(one, made, causes) === 'hanging',
  )
  return isNamed || isAbove ? 'hanging' : own
}

/** The objects that have the words and the state that was chosen; by kind where there are many. */
export function objectTree(all: readonly ReleaseObject[], { words, health }: Filter): ObjectTree {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const named = all.filter((object) => {
    const text = `${object.kind} ${object.namespace}/${object.name} ${object.status}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const objects = named
    .filter((object) => health === '' || healthOf(object) === health)
    .toSorted((a, b) => rank(a) - rank(b))
  const isFiltered = wanted.length > 0 || health !== ''
  const totals = Map.groupBy(all, ({ kind }) => kind)
  const groups = [...Map.groupBy(objects, ({ kind }) => kind)].map(([kind, own]) => {
    const worst = own[0] === undefined ? 'ready' : healthOf(own[0])
    const total = totals.get(kind)?.length ?? own.length
    return { kind, objects: own, total, worst, isOpen: isFiltered || worst !== 'ready' }
  })
  const counts = order.flatMap((one) => {
    const count = named.filter((object) => healthOf(object) === one).length
    return count > 0 || one === health ? [{ health: one, count }] : []
  })
  return { isGrouped: all.length > fewObjects, groups, objects, counts, total: all.length }
}

function rank(object: ReleaseObject): number {
  return order.indexOf(healthOf(object))
}
