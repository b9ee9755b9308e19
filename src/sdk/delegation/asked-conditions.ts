import { type KubeObject, conditionOf, listAt, textAt } from '../../objects/kube-object.ts'

/** A condition that an operator is asked to bring about, as `status.delegated` of a Cluster says it. */
export interface AskedCondition {
  readonly condition: string
  /** When it is given up, in milliseconds since 1970; undefined when never. */
  readonly until: number | undefined
}

/**
 * The conditions that a Cluster asks for now: delegated, neither held nor failed, and not given up. A condition whose turn
 * has not come is not asked for, whatever it says. `now` is in milliseconds since 1970.
 */
export function askedConditions(cluster: KubeObject, now: number): readonly AskedCondition[] {
  return listAt(cluster, ['status', 'delegated']).flatMap((entry): readonly AskedCondition[] => {
    const condition = textAt(entry, ['condition'])
    const found = conditionOf(cluster, condition)
    if (found?.status !== 'False' || found.reason === 'Failed') return []
    const until = Date.parse(textAt(entry, ['until']))
    if (Number.isNaN(until)) return [{ condition, until: undefined }]
    return now < until ? [{ condition, until }] : []
  })
}

/** The Lease that whoever works on a condition holds. */
export function claimName(cluster: string, condition: string): string {
  return `${cluster}-${condition}`.toLowerCase()
}
