import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { annotationsOf, listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import { qosClassOf } from '../../kinds/prepare-pod.ts'
import { childOf, type Draft } from '../../registry/draft.ts'
import type { Served } from '../../registry/served.ts'
import { podResources } from '../pod-resources.ts'
import { addLists, countOf, resourcesIn, type ResourceList } from '../resource-list.ts'

// The amounts that objects count for in quotas, by the names that quotas use.

/** Resources with a name of their own, besides `count/RESOURCE.GROUP`. */
const counted = new Set(
  'pods services replicationcontrollers resourcequotas secrets configmaps persistentvolumeclaims'.split(
    ' ',
  ),
)
const ofPods = /^(?:cpu|memory|ephemeral-storage|pods)$|^(?:requests|limits)\.|^hugepages-/

/** The name under which every kind can be counted. */
function countName({ resource: { resource, group } }: Served): string {
  return `count/${group === '' ? resource : `${resource}.${group}`}`
}

/** Whether a quota for this name has to do with objects of the kind. */
export function concerns(served: Served, name: string): boolean {
  if (name === countName(served)) return true
  const { bucket } = served
  if (bucket === 'pods') return ofPods.test(name) && name !== 'requests.storage'
  if (bucket === 'services') return name === 'services' || name.startsWith('services.')
  if (bucket === 'persistentvolumeclaims') {
    return name === 'requests.storage' || name === bucket || name.includes('.storageclass.')
  }
  return counted.has(bucket) && name === bucket
}

/** The amounts that one object counts for. */
export function usageOf(served: Served, object: JsonObject, now: number): ResourceList {
  const one = new Map([[countName(served), countOf(1)]])
  switch (served.bucket) {
    case 'pods':
      return isPodCounted(object, now) ? addLists(one, podUsage(object)) : one
    case 'services':
      return addLists(one, serviceUsage(object))
    case 'persistentvolumeclaims':
      return addLists(one, claimUsage(object))
    default:
      return counted.has(served.bucket) ? new Map([...one, [served.bucket, countOf(1)]]) : one
  }
}

/** A pod that has ended, or should long be gone, takes nothing. */
function isPodCounted(pod: JsonObject, now: number): boolean {
  const phase = textAt(pod, ['status', 'phase'])
  if (phase === 'Failed' || phase === 'Succeeded') return false
  const deleted = textAt(pod, ['metadata', 'deletionTimestamp'])
  const grace = numberAt(pod, ['metadata', 'deletionGracePeriodSeconds'])
  return deleted === '' || grace === undefined || now <= Date.parse(deleted) + grace * 1000
}

function podUsage(pod: JsonObject): ResourceList {
  const spec = fieldOf(pod, 'spec')
  return addLists(
    new Map([['pods', countOf(1)]]),
    computeUsage(podResources(spec, 'requests'), podResources(spec, 'limits')),
  )
}

const native = ['cpu', 'memory', 'ephemeral-storage']

/** Requests and limits under the names of quotas. */
export function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map<string, ReturnType<typeof countOf>>()
  for (const [name, amount] of requests) {
    const isHuge = name.startsWith('hugepages-')
    if (native.includes(name) || isHuge) usage.set(name, amount)
    if (native.includes(name) || isHuge || name.includes('/')) {
      usage.set(`requests.${name}`, amount)
    }
  }
  for (const [name, amount] of limits) {
    if (native.includes(name)) usage.set(`limits.${name}`, amount)
  }
  return usage
}

function serviceUsage(service: JsonObject): ResourceList {
  const ports = listAt(service, ['spec', 'ports'])
  const type = textAt(service, ['spec', 'type'])
  const isBalanced = type === 'LoadBalancer'
  const given = ports.filter((port) => (numberAt(port, ['nodePort']) ?? 0) !== 0).length
  const allocates = fieldOf(fieldOf(service, 'spec'), 'allocateLoadBalancerNodePorts') !== false
  const nodePorts =
    type === 'NodePort' || (isBalanced && allocates) ? ports.length : isBalanced ? given : 0
  return new Map([
    ['services', countOf(1)],
    ['services.loadbalancers', countOf(isBalanced ? 1 : 0)],
    ['services.nodeports', countOf(nodePorts)],
  ])
}

function claimUsage(claim: JsonObject): ResourceList {
  const usage = new Map([['persistentvolumeclaims', countOf(1)]])
  const asked = resourcesIn(fieldOf(fieldOf(claim, 'spec'), 'resources'), 'requests').get('storage')
  const named = annotationsOf(claim)['volume.beta.kubernetes.io/storage-class']
  const className = named ?? textAt(claim, ['spec', 'storageClassName'])
  if (asked !== undefined) usage.set('requests.storage', asked)
  if (className === '') return usage
  const prefix = `${className}.storageclass.storage.k8s.io`
  usage.set(`${prefix}/persistentvolumeclaims`, countOf(1))
  if (asked !== undefined) usage.set(`${prefix}/requests.storage`, asked)
  return usage
}

/** Whether an object is within the scopes of a quota; only pods have scopes. */
export function isInScopes(served: Served, quota: JsonObject, object: JsonObject): boolean {
  const expressions = [
    ...listAt(quota, ['spec', 'scopes']).map((scopeName): Json => ({
      scopeName,
      operator: 'Exists',
    })),
    ...listAt(quota, ['spec', 'scopeSelector', 'matchExpressions']),
  ]
  if (expressions.length === 0) return true
  if (served.bucket !== 'pods') return false
  return expressions.every((expression) => matchesScope(expression, object))
}

function matchesScope(expression: Json, pod: JsonObject): boolean {
  switch (textAt(expression, ['scopeName'])) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort(pod)
    case 'NotBestEffort':
      return !isBestEffort(pod)
    case 'PriorityClass':
      return matchesPriority(expression, textAt(pod, ['spec', 'priorityClassName']))
    case 'CrossNamespacePodAffinity':
      return /"namespace(?:s|Selector)":/.test(
        JSON.stringify(fieldOf(fieldOf(pod, 'spec'), 'affinity') ?? {}),
      )
    default:
      return false
  }
}

export function isTerminating(pod: JsonObject): boolean {
  return (numberAt(pod, ['spec', 'activeDeadlineSeconds']) ?? -1) >= 0
}

function isBestEffort(pod: JsonObject): boolean {
  return qosClassOf(childOf(pod as Draft, 'spec') ?? {}) === 'BestEffort'
}

function matchesPriority(expression: Json, name: string): boolean {
  const values = listAt(expression, ['values'])
  switch (textAt(expression, ['operator'])) {
    case 'In':
      return values.includes(name)
    case 'NotIn':
      return !values.includes(name)
    case 'DoesNotExist':
      return name === ''
    default:
      return name !== ''
  }
}
