import type { FieldChange } from './change-list.tsx'

export type PlannedAction = 'create' | 'change' | 'unchanged' | 'adopt' | 'prune' | 'keep' | 'gone'

/** An object that a change touches or leaves, as a preview or a plan tells it. */
export interface ShownObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly action: PlannedAction
  readonly source: string
  readonly changes: readonly FieldChange[]
  readonly problems?: readonly { readonly message: string; readonly blocking: boolean }[]
}

export interface KindGroup {
  readonly kind: string
  readonly action: PlannedAction
  readonly objects: readonly ShownObject[]
}

const order: readonly PlannedAction[] = ['change', 'adopt', 'prune', 'create', 'keep']

/** How many objects are created, changed and so on; the ones that are the same last. */
export function countActions(
  objects: readonly ShownObject[],
): readonly { readonly action: PlannedAction; readonly count: number }[] {
  const actions: readonly PlannedAction[] = [...order, 'unchanged']
  return actions
    .map((action) => ({
      action,
      count: objects.filter((one) => one.action === action).length,
    }))
    .filter(({ count }) => count > 0)
}

/** The objects that something happens to, or that have something to tell, by action and kind. */
export function groupByKind(objects: readonly ShownObject[]): readonly KindGroup[] {
  const touched = objects.filter(
    ({ action, problems = [] }) => order.includes(action) || problems.length > 0,
  )
  const groups = Map.groupBy(touched, ({ action, kind }) => `${action} ${kind}`)
  return [...groups.values()]
    .flatMap((list): readonly KindGroup[] => {
      const [first] = list
      return first === undefined ? [] : [{ kind: first.kind, action: first.action, objects: list }]
    })
    .toSorted((a, b) => rankOf(a.action) - rankOf(b.action) || a.kind.localeCompare(b.kind))
}

function rankOf(action: PlannedAction): number {
  const at = order.indexOf(action)
  return at === -1 ? order.length : at
}
