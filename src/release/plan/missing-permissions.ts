import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type Json, fieldOf } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { MissingPermission } from './plan.ts'

const atOnce = 8

/**
 * Which permissions are missing, of those that nothing else has proved. One look at all rules of a
 * namespace answers most; only what they do not allow is asked for one by one, because an authoriser
 * may allow what it does not list.
 */
export async function missingPermissions(
  client: KubeClient,
  needed: readonly MissingPermission[],
  signal: AbortSignal,
): Promise<readonly MissingPermission[]> {
  const distinct = [...new Map(needed.map((one) => [JSON.stringify(one), one])).values()]
  const doubtful: MissingPermission[] = []
  const spaces = [...Map.groupBy(distinct, ({ namespace }) => namespace)]
  await runBounded(
    spaces,
    atOnce,
    async ([namespace, group], inner) => {
      const rules = namespace === '' ? [] : await rulesIn(client, namespace, inner)
      doubtful.push(...group.filter((one) => !rules.some((rule) => allows(rule, one))))
    },
    signal,
  )
  const missing = new Set<MissingPermission>()
  await runBounded(
    doubtful,
    atOnce,
    async (one, inner) => {
      if (!(await reviewAccess(client, one, inner))) missing.add(one)
    },
    signal,
  )
  return distinct.filter((one) => missing.has(one))
}

async function rulesIn(
  client: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly Json[]> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: rulesReviews.kind,
    metadata: {},
    spec: { namespace },
  }
  const { object } = await createObject(client, rulesReviews, review, {}, signal)
  return listAt(object, ['status', 'resourceRules'])
}

// Rules for single names are no permission for all.
function allows(rule: Json, { verb, group, resource }: MissingPermission): boolean {
  if (listAt(rule, ['resourceNames']).length > 0) return false
  return (
    includes(fieldOf(rule, 'verbs'), verb) &&
    includes(fieldOf(rule, 'apiGroups'), group) &&
    includes(fieldOf(rule, 'resources'), resource)
  )
}

function includes(list: Json | undefined, word: string): boolean {
  return Array.isArray(list) && (list.includes('*') || list.includes(word))
}

const rulesReviews: ApiResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectrulesreviews',
  kind: 'SelfSubjectRulesReview',
  namespaced: false,
}
