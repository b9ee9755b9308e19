import { quote } from '../../formats/quote.ts'
import {
  type KubeObject,
  annotationsOf,
  labelsOf,
  nameOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import { type Owner, isOurs, ownershipOf } from './ownership.ts'

const hookOf = 'outrigger.dev/hook-of'
const helmHook = 'helm.sh/hook'

/** A hook as it is applied: Helm marks no hooks, so this says whose it is. */
export function withHookOwner(object: KubeObject, owner: Owner): KubeObject {
  return { ...object, ...writePath(object, ['metadata', 'annotations', hookOf], textOf(owner)) }
}

/**
 * Whether a live object is a hook of this release, which may be deleted and created again for the one that is wanted. A hook
 * that helm left says that it is a hook and not whose, unless its labels do; an object that says neither was made by
 * somebody else.
 */
export function isOurHook(live: KubeObject, owner: Owner, wanted: KubeObject): boolean {
  if (isOurs(live, owner)) return true
  const annotations = annotationsOf(live)
  const marked = annotations[hookOf]
  if (marked !== undefined) return marked === textOf(owner)
  if (annotations[helmHook] === undefined || namesAnother(live, wanted)) return false
  return ownershipOf(live, owner) === 'adoptable'
}

/** Labels by which charts say of which release an object is. */
const releaseLabels = ['app.kubernetes.io/instance', 'release'] as const

function namesAnother(live: KubeObject, wanted: KubeObject): boolean {
  const [found, own] = [labelsOf(live), labelsOf(wanted)]
  return releaseLabels.some((label) => {
    const [theirs, ours] = [found[label], own[label]]
    return theirs !== undefined && ours !== undefined && theirs !== ours
  })
}

/** Why a hook is not run. */
export function hookOwnerError(live: KubeObject, { name }: Owner): string {
  const what = `${live.kind} ${quote(nameOf(live))} in namespace ${quote(namespaceOf(live))}`
  return `${what} exists and is no hook of release ${name}: it is neither changed nor deleted; delete it, or have it adopted by name`
}

function textOf({ namespace, name }: Owner): string {
  return `${namespace}/${name}`
}
