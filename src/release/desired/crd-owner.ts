import { type KubeObject, annotationsOf, nameOf } from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import { type Owner, isOurs, ownershipOf } from './ownership.ts'

const crdsOf = 'outrigger.dev/crds-of'

/** A definition of crds/ as it is applied. It is no object of the release, which is why Helm marks none; this says who brought it. */
export function withCrdOwner(object: KubeObject, owner: Owner): KubeObject {
  return { ...object, ...writePath(object, ['metadata', 'annotations', crdsOf], textOf(owner)) }
}

/**
 * Whether a live definition is this release's to upgrade: its crds/ or its templates brought it, or
 * it was adopted. A definition that helm brought from crds/, or a person, carries no mark and is
 * theirs.
 */
export function isOurCrd(live: KubeObject, owner: Owner): boolean {
  if (ownershipOf(live, owner) === 'foreign') return false
  return isOurs(live, owner) || annotationsOf(live)[crdsOf] === textOf(owner)
}

/** A definition with the mark that the live one has, to compare all but the mark. */
export function withMarkOf(live: KubeObject, object: KubeObject): KubeObject {
  const mark = annotationsOf(live)[crdsOf]
  if (mark === undefined) return object
  return { ...object, ...writePath(object, ['metadata', 'annotations', crdsOf], mark) }
}

/** Why a definition is left as it is, and what to do about it. */
export function whyLeftAlone(live: KubeObject): string {
  const what = `CustomResourceDefinition ${nameOf(live)} ${whose(live)} and is left as it is`
  return `${what}: adopt it by name to have it upgraded by this release`
}

function whose(live: KubeObject): string {
  const annotations = annotationsOf(live)
  const release = annotations['meta.helm.sh/release-name']
  if (release !== undefined) {
    const namespace = annotations['meta.helm.sh/release-namespace'] ?? ''
    return `belongs to release ${release} in ${namespace}`
  }
  const [namespace, name] = annotations[crdsOf]?.split('/') ?? []
  if (name !== undefined) return `was brought by release ${name} in ${namespace}`
  return 'was not brought by this release'
}

function textOf({ namespace, name }: Owner): string {
  return `${namespace}/${name}`
}
