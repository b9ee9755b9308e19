import { findRemovedApi } from '../../objects/api/removed-apis.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import { objectKey } from '../../release/desired/object-id.ts'
import type { Plan, PlannedObject, Problem } from '../../release/plan/plan.ts'
import type { ForeseenCluster } from './foreseen-cluster.ts'

export interface PlanForesight {
  readonly cluster: ForeseenCluster
  /** `1.36`. */
  readonly to: string
  readonly toMinor: number
  /** Keys of the objects that are there already, in whatever version of their kind. */
  readonly known: ReadonlySet<string>
}

/** A plan that was made on the cluster as it is, read as one for the Kubernetes that it is about to be. */
export function foreseePlan(plan: Plan, foresight: PlanForesight): Plan {
  return { ...plan, objects: plan.objects.map((one) => foreseeObject(one, foresight)) }
}

function foreseeObject(planned: PlannedObject, foresight: PlanForesight): PlannedObject {
  const { id, problems } = planned
  const isGoing =
    planned.action === 'prune' || planned.action === 'keep' || planned.action === 'gone'
  if (isGoing) return planned
  const removed = findRemovedApi(id)
  const what = `${formatApiVersion(id.group, id.version)} ${id.kind}`
  if (removed !== undefined && removed.removedIn <= foresight.toMinor) {
    if (problems.some(({ is }) => is === 'removed-api')) return planned
    const { replacement, removedIn } = removed
    const advice = replacement === undefined ? 'there is no replacement' : `use ${replacement}`
    const problem: Problem = {
      is: 'removed-api',
      message: `${what} is removed in Kubernetes 1.${removedIn}: ${advice}`,
      blocking: true,
      ...(replacement === undefined ? {} : { replacement }),
    }
    return { ...planned, problems: [...problems, problem] }
  }
  const isUnserved = problems.some(({ is }) => is === 'not-served')
  if (!isUnserved || !foresight.cluster.willServe(id)) return planned
  const later: Problem = {
    is: 'unverifiable',
    because: 'kind',
    message: `${what} is served from Kubernetes ${foresight.to} on`,
    blocking: false,
  }
  const others = problems.filter(({ is }) => is !== 'not-served')
  const isKnown = foresight.known.has(objectKey(id))
  const found = isKnown ? ({ action: 'change', ownership: 'ours' } as const) : {}
  return { ...planned, ...found, problems: [...others, later] }
}
