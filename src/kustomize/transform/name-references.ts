// Names in objects follow the names of the objects that they mean, after prefixes, suffixes, hashes
// and namespaces have changed those.

import { editField, type FieldSpec } from '../config/field-spec.ts'
import type { NameReferences } from '../config/transformer-config.ts'
import { KustomizeError } from '../errors.ts'
import * as notes from '../resource/annotations.ts'
import {
  effectiveNamespace,
  isSelectedBy,
  noNamespace,
  printId,
  type Gvk,
  type ResId,
} from '../resource/res-id.ts'
import type { Resource } from '../resource/resource.ts'
import { fieldOf, getField, setField, setScalar } from '../yaml/edit.ts'
import { isMissingOrNull, plainScalar, textOf, type YamlNode } from '../yaml/node.ts'
import type { Transformer } from './transformer.ts'

/**
 * The facts about an object that are asked again and again; names do not change while references
 * are followed.
 */
interface Candidate {
  readonly resource: Resource
  readonly id: ResId
  readonly name: string
  readonly namespace: string
  readonly previousIds: readonly ResId[]
  readonly originalId: ResId
  readonly prefixes: readonly string[]
  readonly suffixes: readonly string[]
}

/** The objects that an object can refer to. */
interface Surroundings {
  /** The objects that were called so. */
  readonly named: (name: string) => Candidate[]
  readonly isOriginalNamespace: (namespace: string) => boolean
}

interface Reference {
  readonly spec: FieldSpec
  readonly target: Gvk
}

/** Makes references follow. */
export function referenceTransformer(references: readonly NameReferences[]): Transformer {
  return (map) => {
    const candidates = map.resources.map(candidateOf)
    const byOldName = Map.groupBy(
      candidates.flatMap((one) =>
        [...new Set(one.previousIds.map(({ name }) => name))].map((name) => ({ name, one })),
      ),
      ({ name }) => name,
    )
    const named = (name: string) => (byOldName.get(name) ?? []).map(({ one }) => one)
    for (const referrer of candidates) {
      const mayMean = reachableFrom(referrer)
      const around: Surroundings = {
        named: (name) => named(name).filter(mayMean),
        isOriginalNamespace: (namespace) =>
          candidates.some(
            (one) => effectiveNamespace(one.originalId) === namespace && mayMean(one),
          ),
      }
      for (const { fieldSpecs, ...target } of references)
        for (const spec of fieldSpecs.filter((one) => isSelectedBy(referrer.originalId, one)))
          new Follower(referrer, { spec, target }, around).follow()
    }
    map.touch()
  }
}

function candidateOf(resource: Resource): Candidate {
  const { id, name, namespace, previousIds } = resource
  return {
    resource,
    id,
    name,
    namespace,
    previousIds,
    originalId: previousIds[0] ?? id,
    prefixes: resource.listAnnotation(notes.prefixes),
    suffixes: resource.listAnnotation(notes.suffixes),
  }
}

/** The objects that one may refer to: those of its namespace, and those without one. */
function reachableFrom({ resource, id }: Candidate): (other: Candidate) => boolean {
  if (id.isClusterScoped) return () => true
  const own = effectiveNamespace(id)
  const bound = boundNamespaces(resource)
  return (other) =>
    other.id.isClusterScoped || effectiveNamespace(other.id) === own || bound.has(other.namespace)
}

/** The namespaces of the service accounts that a RoleBinding names. */
function boundNamespaces({ kind, node }: Resource): ReadonlySet<string> {
  const found = new Set<string>()
  const subjects = kind === 'RoleBinding' ? fieldOf(node, 'subjects') : undefined
  for (const subject of subjects?.content ?? []) {
    const namespace = fieldOf(subject, 'namespace')
    if (namespace === undefined || textOf(fieldOf(subject, 'kind')) !== 'ServiceAccount') continue
    if (isMissingOrNull(namespace)) {
      const message = `line ${namespace.line}: the namespace of a subject is blank`
      throw new KustomizeError('invalid', message)
    }
    found.add(namespace.value)
  }
  return found
}

/** One kind of reference of one object. */
class Follower {
  private readonly referrer: Candidate
  private readonly reference: Reference
  private readonly around: Surroundings

  constructor(referrer: Candidate, reference: Reference, around: Surroundings) {
    this.referrer = referrer
    this.reference = reference
    this.around = around
  }

  follow(): void {
    const { spec } = this.reference
    const own = { ...spec, ...this.referrer.resource.gvk, create: spec.create }
    editField(this.referrer.resource.node, own, { set: (node) => this.set(node) })
  }

  private set(node: YamlNode): void {
    if (isMissingOrNull(node)) return
    if (node.kind === 'scalar') this.setScalar(node)
    else if (node.kind === 'map') this.setMap(node)
    else if (node.kind === 'list') for (const item of node.content) this.setItem(item)
  }

  private setItem(item: YamlNode): void {
    if (isMissingOrNull(item)) return
    if (item.kind === 'scalar') this.setScalar(item)
    else if (item.kind === 'map') this.setMap(item)
    else throw new KustomizeError('invalid', `line ${item.line}: a name or a map was wanted`)
  }

  private setScalar(node: YamlNode): void {
    const found = this.choose(this.around.named(node.value), sameName)
    if (found === undefined || found.name === node.value) return
    setScalar(node, plainScalar(found.name))
  }

  private setMap(node: YamlNode): void {
    const name = getField(node, 'name')
    if (name === undefined)
      throw new KustomizeError('invalid', `line ${node.line}: a reference has no field 'name'`)
    const found = this.choose(
      this.inNamespaceOf(node, this.around.named(name.value)),
      sameNameAndNamespace,
    )
    if (found === undefined) return
    if (found.name === name.value && found.namespace === '') return
    setField(node, 'name', plainScalar(found.name))
    if (found.namespace !== '') setField(node, 'namespace', plainScalar(found.namespace))
  }

  // The namespace of a reference is the one that objects came from, or else the one they are in now.
  private inNamespaceOf(node: YamlNode, candidates: Candidate[]): Candidate[] {
    const namespace = getField(node, 'namespace')
    if (namespace === undefined) return candidates
    const wanted = namespace.value
    if (wanted === noNamespace) return []
    const isOriginal = this.around.isOriginalNamespace(wanted)
    return candidates.filter(
      ({ originalId, id }) => effectiveNamespace(isOriginal ? originalId : id) === wanted,
    )
  }

  private choose(
    candidates: readonly Candidate[],
    areTheSame: (candidates: readonly Candidate[]) => boolean,
  ): Candidate | undefined {
    const { target, spec } = this.reference
    const role = spec.path.endsWith('roleRef/name') ? this.roleReference() : undefined
    const fitting = candidates.filter(
      (one) =>
        one.previousIds.some((id) => isSelectedBy(id, target)) &&
        (role === undefined || one.previousIds.some((id) => isSelectedBy(id, role))) &&
        this.isNear(one),
    )
    if (fitting.length === 1) return fitting[0]
    let close = fitting.filter((one) => sameAffixes(one, this.referrer, 'empty-fits'))
    if (close.length > 1) close = close.filter((one) => sameAffixes(one, this.referrer, 'exact'))
    if (close.length <= 1 || areTheSame(close)) return close[0]
    const ids = close.map(({ id }) => printId(id)).join(', ')
    const place = `'${spec.path}' of ${printId(this.referrer.id)}`
    throw new KustomizeError('conflict', `found multiple possible referrals for ${place}: ${ids}`)
  }

  private isNear(one: Candidate): boolean {
    const { id } = this.referrer
    if (id.isClusterScoped || one.id.isClusterScoped || one.id.kind === 'ServiceAccount')
      return true
    return effectiveNamespace(id) === effectiveNamespace(one.id)
  }

  private roleReference(): Gvk | undefined {
    const role = fieldOf(this.referrer.resource.node, 'roleRef')
    const group = fieldOf(role, 'apiGroup')
    const kind = fieldOf(role, 'kind')
    if (group === undefined || kind === undefined) return undefined
    return { group: group.value, version: '', kind: kind.value }
  }
}

function sameName(candidates: readonly Candidate[]): boolean {
  return candidates.every(({ name }) => name === candidates[0]?.name)
}

function sameNameAndNamespace(candidates: readonly Candidate[]): boolean {
  const [first] = candidates
  return candidates.every((one) => one.name === first?.name && one.namespace === first.namespace)
}

function sameAffixes(a: Candidate, b: Candidate, way: 'empty-fits' | 'exact'): boolean {
  const fits = (x: readonly string[], y: readonly string[]) =>
    (way === 'empty-fits' && (x.length === 0 || y.length === 0)) || sameEnd(x, y)
  return fits(a.prefixes, b.prefixes) && fits(a.suffixes, b.suffixes)
}

/** Whether the shorter list is the end of the longer one; an empty one is only the end of another. */
function sameEnd(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length === 0) return long.length === 0
  return short.every((one, index) => long[long.length - short.length + index] === one)
}
