import { type KubeObject, labelsOf } from '../../objects/kube-object.ts'
import type { GuardedPod, PlacedPod } from './node-usage.ts'
import { type NamespaceLabels, type PodTerm, readPodTerms } from './pod-terms.ts'

/** The pods that have a place already, and the places. */
export interface Neighbourhood {
  readonly nodes: ReadonlyMap<string, KubeObject>
  readonly placed: () => readonly PlacedPod[]
  /** Those of them that want others to stay away. */
  readonly guards: readonly GuardedPod[]
  readonly namespaceLabels: NamespaceLabels
}

/** Why a pod cannot go to a node, in the scheduler's words; undefined when it can. */
export type NodeCheck = (node: KubeObject) => string | undefined

/** Whether a node has the company that a pod has to have, and none that it must not have. */
export function neighbourCheck(pod: KubeObject, around: Neighbourhood): NodeCheck {
  const { guards, namespaceLabels } = around
  const wanted = readPodTerms(pod, 'podAffinity')
  const unwanted = readPodTerms(pod, 'podAntiAffinity')
  const placed = wanted.length + unwanted.length === 0 ? [] : around.placed()
  const selects = (term: PodTerm, other: KubeObject) => term.selects(other, namespaceLabels)
  const domains = (claims: readonly Claim[]) => domainsOf(around.nodes, claims)
  const company = placed.filter((one) => wanted.every((term) => selects(term, one.pod)))
  const near = domains(company.map(({ node }) => ({ node, terms: wanted })))
  const far = domains(
    placed.map((one) => ({
      node: one.node,
      terms: unwanted.filter((term) => selects(term, one.pod)),
    })),
  )
  const guarded = domains(
    guards.map((one) => ({
      node: one.node,
      terms: one.guards.filter((term) => selects(term, pod)),
    })),
  )
  // The first of pods that want to be together has nobody to join.
  const isFirst = near.size === 0 && wanted.every((term) => selects(term, pod))
  return (node) => {
    const labels = labelsOf(node)
    const isIn = (found: ReadonlySet<string>, { topologyKey }: PodTerm) =>
      found.has(domainOf(topologyKey, labels[topologyKey]))
    const lacks = (term: PodTerm) =>
      labels[term.topologyKey] === undefined || (!isFirst && !isIn(near, term))
    if (wanted.some(lacks)) return "node(s) didn't match pod affinity rules"
    if (unwanted.some((term) => isIn(far, term))) {
      return "node(s) didn't match pod anti-affinity rules"
    }
    const isGuarded = Object.entries(labels).some((one) => guarded.has(domainOf(...one)))
    return isGuarded ? "node(s) didn't satisfy existing pods anti-affinity rules" : undefined
  }
}

interface Claim {
  readonly node: string
  readonly terms: readonly PodTerm[]
}

/** The parts of a cluster, a zone or a host, that pods on nodes make theirs. */
function domainsOf(
  nodes: ReadonlyMap<string, KubeObject>,
  claims: readonly Claim[],
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { node, terms } of claims) {
    const object = terms.length === 0 ? undefined : nodes.get(node)
    const labels = object === undefined ? {} : labelsOf(object)
    for (const { topologyKey } of terms) {
      const value = labels[topologyKey]
      if (value !== undefined) found.add(domainOf(topologyKey, value))
    }
  }
  return found
}

function domainOf(key: string, value: string | undefined): string {
  return `${key}=${value ?? ''}`
}
