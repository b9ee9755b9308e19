import type { JsonObject } from '../../objects/json.ts'
import { numberAt, textAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild, itemsOf, type Draft } from '../registry/draft.ts'

/** Gives a new pod a phase and a class of quality. */
export function preparePod(draft: Draft): void {
  draft['status'] = { phase: 'Pending', qosClass: qosClassOf(ensureChild(draft, 'spec')) }
}

const compute = ['cpu', 'memory']

/** Guaranteed when every container is limited to what it requests, best effort when none says anything. */
export function qosClassOf(spec: Draft): string {
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
