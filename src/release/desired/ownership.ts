import { quote } from '../../formats/quote.ts'
import {
  type KubeObject,
  annotationsOf,
  labelsOf,
  nameOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'

/**
 * Whose an object is: nobody's as it is not there, this release's, of no release so that it could be
 * adopted, or another release's.
 */
export type Ownership = 'absent' | 'ours' | 'adoptable' | 'foreign'

/** The release that an object belongs to. */
export interface Owner {
  readonly name: string
  readonly namespace: string
}

const managedBy = 'app.kubernetes.io/managed-by'
const releaseName = 'meta.helm.sh/release-name'
const releaseNamespace = 'meta.helm.sh/release-namespace'

/** The object as it is applied: with the metadata by which Helm knows whose it is. */
export function withOwnership(object: KubeObject, { name, namespace }: Owner): KubeObject {
  const labelled = writePath(object, ['metadata', 'labels', managedBy], 'Helm')
  const named = writePath(labelled, ['metadata', 'annotations', releaseName], name)
  const owned = writePath(named, ['metadata', 'annotations', releaseNamespace], namespace)
  return { ...object, ...owned }
}

/** Whose a live object is. */
export function ownershipOf(live: KubeObject | undefined, owner: Owner): Ownership {
  if (live === undefined) return 'absent'
  if (problems(live, owner).length === 0) return 'ours'
  return annotationsOf(live)[releaseName] === undefined ? 'adoptable' : 'foreign'
}

/**
 * Whether a live object names this release: our apply created it, or it was adopted. Only such an object is ever deleted;
 * what a revision lists and somebody else made is theirs.
 */
export function isOurs(live: KubeObject, { name, namespace }: Owner): boolean {
  const annotations = annotationsOf(live)
  return annotations[releaseName] === name && annotations[releaseNamespace] === namespace
}

/** Whether a live object names another release: also one of ours that was taken over is that one's. */
export function isTaken(live: KubeObject, owner: Owner): boolean {
  return annotationsOf(live)[releaseName] !== undefined && !isOurs(live, owner)
}

/** Why an object that a revision lists outlives the release. */
export function whyItStays(live: KubeObject): string {
  const annotations = annotationsOf(live)
  const name = annotations[releaseName]
  if (name === undefined) return 'was not created by this release, and stays'
  const where = annotations[releaseNamespace] ?? ''
  return `belongs to release ${name} in ${where} by now, and stays`
}

/** Why Helm would not take an object that is there into the release, in its words. */
export function ownershipError(live: KubeObject, owner: Owner): string {
  const what = `${live.kind} ${quote(nameOf(live))} in namespace ${quote(namespaceOf(live))}`
  const why = ['invalid ownership metadata', ...problems(live, owner)].join('; ')
  return `${what} exists and cannot be imported into the current release: ${why}`
}

function problems(live: KubeObject, { name, namespace }: Owner): readonly string[] {
  const annotations = annotationsOf(live)
  const label = whyNot(labelsOf(live), managedBy, 'Helm')
  const rest = [
    whyNot(annotations, releaseName, name),
    whyNot(annotations, releaseNamespace, namespace),
  ]
  return [
    ...(label === undefined ? [] : [`label validation error: ${label}`]),
    ...rest.flatMap((why) => (why === undefined ? [] : [`annotation validation error: ${why}`])),
  ]
}

function whyNot(
  texts: Readonly<Record<string, string>>,
  key: string,
  wanted: string,
): string | undefined {
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined
  if (found === undefined) return `missing key ${quote(key)}: must be set to ${quote(wanted)}`
  if (found === wanted) return undefined
  return `key ${quote(key)} must equal ${quote(wanted)}: current value is ${quote(found)}`
}
