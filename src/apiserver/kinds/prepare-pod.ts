import type { JsonObject } from '../../objects/json.ts'
import { numberAt, textAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild, itemsOf } from '../registry/draft.ts'
import type { Draft } from '../registry/draft.ts'

const patience = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** What a pod gets besides defaults: tolerations, a priority, a class of quality. */
export function preparePod(draft: Draft): void {
  const spec = ensureChild(draft, 'spec')
  const list = spec['tolerations']
  const tolerations = Array.isArray(list) ? list : []
  for (const key of patience) {
    const isThere = itemsOf(spec, 'tolerations').some(
      (one) => one['key'] === key || (one['key'] === undefined && one['operator'] === 'Exists'),
    )
    if (isThere) continue
    const effect = 'NoExecute'
    tolerations.push({ key, operator: 'Exists', effect, tolerationSeconds: 300 })
  }
  spec['tolerations'] = tolerations
  spec['priority'] ??= 0
  spec['preemptionPolicy'] ??= 'PreemptLowerPriority'
  draft['status'] = { phase: 'Pending', qosClass: qosClassOf(spec) }
}

const compute = ['cpu', 'memory']

/** Guaranteed when every container is limited to what it requests, best effort when none says anything. */
function qosClassOf(spec: Draft): string {
  const containers = [...itemsOf(spec, 'containers'), ...itemsOf(spec, 'initContainers')]
  let saysSomething = false
  let isGuaranteed = containers.length > 0
  for (const container of containers) {
    const limits = childOf(childOf(container, 'resources'), 'limits')
    const requests = childOf(childOf(container, 'resources'), 'requests')
    for (const name of compute) {
      if (limits?.[name] !== undefined || requests?.[name] !== undefined) saysSomething = true
      if (limits?.[name] === undefined || limits[name] !== requests?.[name]) isGuaranteed = false
    }
  }
  if (!saysSomething) return 'BestEffort'
  return isGuaranteed ? 'Guaranteed' : 'Burstable'
}

/** A pod on a node gets the time it asks for; any other goes at once. */
export function podGrace(pod: JsonObject, asked: number | undefined): number {
  const phase = textAt(pod, ['status', 'phase'])
  if (textAt(pod, ['spec', 'nodeName']) === '' || phase === 'Failed' || phase === 'Succeeded')
    return 0
  const own = numberAt(pod, ['spec', 'terminationGracePeriodSeconds']) ?? 30
  const grace = asked ?? own
  return grace < 0 ? 1 : grace
}
