import type { Json } from '../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  nameOf,
  namespaceOf,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import { isDeleting } from '../engine/object-writing.ts'
import { matchesNode, untolerated } from './fit.ts'
import type { Neighbourhood, NodeCheck } from './neighbours.ts'
import type { PlacedPod } from './node-usage.ts'
import { withKeysOf } from './pod-terms.ts'

/** Whether a pod on a node would be spread as it has to be; constraints that may be broken count for nothing. */
export function spreadCheck(pod: KubeObject, around: Neighbourhood): NodeCheck {
  const constraints = hardConstraints(pod)
  if (constraints.length === 0) return () => undefined
  const keys = constraints.map(keyOf)
  const nodes = [...around.nodes.values()].filter((node) => {
    const labels = labelsOf(node)
    return keys.every((key) => labels[key] !== undefined)
  })
  const byNode = Map.groupBy(around.placed(), ({ node }) => node)
  const counted = constraints.map((one) => countDomains(pod, one, nodes, byNode))
  return (node) => {
    const labels = labelsOf(node)
    for (const { key, counts, least, own, most } of counted) {
      const value = labels[key]
      if (value === undefined) return `${unspread} (missing required label)`
      if ((counts.get(value) ?? 0) + own - least > most) return unspread
    }
    return undefined
  }
}

const unspread = "node(s) didn't match pod topology spread constraints"

/** The constraints of a pod that have to hold. */
export function hardConstraints(pod: KubeObject): readonly Json[] {
  return listAt(pod, ['spec', 'topologySpreadConstraints']).filter(
    (one) => textAt(one, ['whenUnsatisfiable']) === 'DoNotSchedule',
  )
}

function keyOf(constraint: Json): string {
  return textAt(constraint, ['topologyKey'])
}

function countDomains(
  pod: KubeObject,
  constraint: Json,
  nodes: readonly KubeObject[],
  byNode: ReadonlyMap<string, readonly PlacedPod[]>,
) {
  const written = readLabelSelector(readPath(constraint, ['labelSelector']))
  const selector = withKeysOf(pod, constraint, written)
  const selects = (other: KubeObject) => matchesLabels(selector, labelsOf(other))
  const counts = new Map<string, number>()
  const key = keyOf(constraint)
  for (const node of nodes) {
    if (!isIncluded(pod, constraint, node)) continue
    const value = labelsOf(node)[key] ?? ''
    const here = (byNode.get(nameOf(node)) ?? []).filter(
      ({ pod: other }) =>
        namespaceOf(other) === namespaceOf(pod) && !isDeleting(other) && selects(other),
    )
    counts.set(value, (counts.get(value) ?? 0) + here.length)
  }
  const isTooFew = counts.size < (numberAt(constraint, ['minDomains']) ?? 1)
  return {
    key,
    counts,
    least: isTooFew ? 0 : Math.min(...counts.values()),
    own: selects(pod) ? 1 : 0,
    most: numberAt(constraint, ['maxSkew']) ?? 1,
  }
}

function isIncluded(pod: KubeObject, constraint: Json, node: KubeObject): boolean {
  const honours = (field: string, byDefault: string) =>
    (textAt(constraint, [field]) || byDefault) === 'Honor'
  if (honours('nodeAffinityPolicy', 'Honor') && !matchesNode(pod, node)) return false
  return !honours('nodeTaintsPolicy', 'Ignore') || untolerated(pod, node) === undefined
}
