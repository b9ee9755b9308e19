import { annotationsOf, conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { type EndContext, isNeeded, pluginsOf } from './expectation.ts'
import { revisionsOf } from './falsehood.ts'
import {
  asObject,
  buckets,
  isOfTenant,
  keyOf,
  namespaceOfKey,
  objectAt,
  placeOf,
  whereOf,
} from './seen-cluster.ts'
import type { Rights } from './story.ts'

/**
 * Plugins of tenants that never brought anything to the cluster, were deleted and are still there, although their account
 * may do all that it takes: it may write Secrets, and there is nothing else to delete.
 */
export function findStuckDeletions(
  context: EndContext,
  rights: ReadonlyMap<string, Rights>,
): readonly string[] {
  const hub = context.stores.get('hub')
  if (hub === undefined) return []
  return pluginsOf(context).flatMap((plugin) => {
    const key = keyOf(plugin)
    const tenant = namespaceOfKey(key)
    const isLeaving = textAt(plugin, ['metadata', 'deletionTimestamp']) !== ''
    if (!isLeaving || !isOfTenant(key) || whereOf(plugin) !== 'hub') return []
    const hasAccount = objectAt(hub, buckets.accounts, `${tenant}/outrigger`) !== undefined
    if (!hasAccount || rights.get(tenant) === 'nothing' || isNeeded(key, context)) return []
    const place = placeOf(plugin)
    const statuses = revisionsOf(hub, place).map(({ facts }) => facts.status)
    const isBare = statuses.every((status) => status === 'failed' || status === 'pending-install')
    const [namespace, name] = place.split('/')
    const hasObjects = [...hub.everything()].some((entry) => {
      if (entry.bucket.startsWith('internal/')) return false
      const marks = annotationsOf(asObject(entry.object))
      return (
        marks['meta.helm.sh/release-name'] === name &&
        marks['meta.helm.sh/release-namespace'] === namespace
      )
    })
    if (!isBare || hasObjects) return []
    return [`plugin ${key} brought nothing, was deleted and stays: ${readyText(plugin)}`]
  })
}

function readyText(plugin: Parameters<typeof keyOf>[0]): string {
  const { reason, message } = conditionOf(plugin, 'Ready') ?? { reason: '', message: '' }
  return `${reason}: ${message}`
}
