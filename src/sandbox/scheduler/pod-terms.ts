import type { Json } from '../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { type LabelSelector, matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'

/** The labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>

/** Which other pods a pod wants near it, or far from it. */
export interface PodTerm {
  readonly topologyKey: string
  readonly selects: (other: KubeObject, namespaceLabels: NamespaceLabels) => boolean
}

/** The terms of a pod that have to hold; what is only preferred counts for nothing here. */
export function readPodTerms(
  pod: KubeObject,
  which: 'podAffinity' | 'podAntiAffinity',
): readonly PodTerm[] {
  const path = ['spec', 'affinity', which, 'requiredDuringSchedulingIgnoredDuringExecution']
  return listAt(pod, path).map((term) => {
    const selector = withKeysOf(pod, term, readLabelSelector(readPath(term, ['labelSelector'])))
    const isInside = namespacesOf(pod, term)
    return {
      topologyKey: textAt(term, ['topologyKey']),
      selects: (other, namespaceLabels) =>
        isInside(namespaceOf(other), namespaceLabels) && matchesLabels(selector, labelsOf(other)),
    }
  })
}

/** A selector with what `matchLabelKeys` and `mismatchLabelKeys` take from the pod's own labels. */
export function withKeysOf(pod: KubeObject, term: Json, selector: LabelSelector): LabelSelector {
  if (selector === 'nothing') return selector
  const own = labelsOf(pod)
  const taken = (field: string, operator: 'in' | 'notin') =>
    listAt(term, [field]).flatMap((key) => {
      if (typeof key !== 'string') return []
      const value = own[key]
      return value === undefined ? [] : [{ key, operator, values: [value] } as const]
    })
  return [...selector, ...taken('matchLabelKeys', 'in'), ...taken('mismatchLabelKeys', 'notin')]
}

function namespacesOf(pod: KubeObject, term: Json) {
  const named = listAt(term, ['namespaces'])
  const written = readPath(term, ['namespaceSelector'])
  const selector = readLabelSelector(written)
  const isOwn = named.length === 0 && written === undefined
  return (namespace: string, namespaceLabels: NamespaceLabels): boolean =>
    isOwn
      ? namespace === namespaceOf(pod)
      : named.includes(namespace) ||
        (selector !== 'nothing' && matchesLabels(selector, namespaceLabels(namespace)))
}
