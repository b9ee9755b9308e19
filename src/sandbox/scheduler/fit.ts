import type { Json } from '../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  labelsOf,
  listAt,
  nameOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Amounts } from './amounts.ts'

/** A node with what is left on it. */
export interface NodeRoom {
  readonly node: KubeObject
  readonly free: Amounts
}

/** Why a pod cannot go to a node, in the scheduler's words; undefined when it can. */
export function whyNot(
  pod: KubeObject,
  wanted: Amounts,
  { node, free }: NodeRoom,
): string | undefined {
  if (readPath(node, ['spec', 'unschedulable']) === true && !tolerates(pod, unschedulable)) {
    return 'node(s) were unschedulable'
  }
  const taint = untolerated(pod, node)
  if (taint !== undefined) {
    const value = textAt(taint, ['value'])
    return `node(s) had untolerated taint(s) {${textAt(taint, ['key'])}: ${value}}`
  }
  if (conditionOf(node, 'Ready')?.status !== 'True') return 'node(s) were not ready'
  if (!matchesNode(pod, node)) return "node(s) didn't match Pod's node affinity/selector"
  if (free.pods < wanted.pods) return 'Too many pods'
  if (free.cpu < wanted.cpu) return 'Insufficient cpu'
  if (free.memory < wanted.memory) return 'Insufficient memory'
  return free.storage < wanted.storage ? 'Insufficient ephemeral-storage' : undefined
}

/** The first taint of a node that keeps a pod away. */
export function untolerated(pod: KubeObject, node: KubeObject): Json | undefined {
  return listAt(node, ['spec', 'taints']).find(
    (one) => textAt(one, ['effect']) !== 'PreferNoSchedule' && !tolerates(pod, one),
  )
}

const unschedulable = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }

function tolerates(pod: KubeObject, taint: Json): boolean {
  const [key, value, effect] = ['key', 'value', 'effect'].map((field) => textAt(taint, [field]))
  return listAt(pod, ['spec', 'tolerations']).some((toleration) => {
    const [ownKey, ownEffect] = [textAt(toleration, ['key']), textAt(toleration, ['effect'])]
    if (ownEffect !== '' && ownEffect !== effect) return false
    if (textAt(toleration, ['operator']) === 'Exists') return ownKey === '' || ownKey === key
    return ownKey === key && textAt(toleration, ['value']) === value
  })
}

/** Whether a pod's selector and affinity allow a node. */
export function matchesNode(pod: KubeObject, node: KubeObject): boolean {
  const labels = labelsOf(node)
  const selector = readPath(pod, ['spec', 'nodeSelector'])
  if (typeof selector === 'object' && selector !== null) {
    for (const [name, value] of Object.entries(selector)) if (labels[name] !== value) return false
  }
  const terms = listAt(pod, [
    'spec',
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  ])
  return terms.length === 0 || terms.some((term) => matchesTerm(term, node, labels))
}

function matchesTerm(
  term: Json,
  node: KubeObject,
  labels: Readonly<Record<string, string>>,
): boolean {
  const expressions = listAt(term, ['matchExpressions'])
  const fields = listAt(term, ['matchFields'])
  if (expressions.length + fields.length === 0) return false
  return (
    expressions.every((one) => holds(one, labels[textAt(one, ['key'])])) &&
    fields.every((one) => holds(one, textAt(one, ['key']) === 'metadata.name' ? nameOf(node) : ''))
  )
}

function holds(expression: Json, value: string | undefined): boolean {
  const values = listAt(expression, ['values'])
  switch (textAt(expression, ['operator'])) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0])
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0])
    default:
      return false
  }
}
