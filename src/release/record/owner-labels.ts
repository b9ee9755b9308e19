import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Labels } from '../release.ts'

/** The object of ours that a release belongs to. Releases that a person installed belong to none. */
export interface ReleaseOwner {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

// Labels, because helm carries those that are not its own from revision to revision; annotations it drops.
const labels = {
  kind: 'outrigger.dev/owner-kind',
  namespace: 'outrigger.dev/owner-namespace',
  name: 'outrigger.dev/owner-name',
  uid: 'outrigger.dev/owner-uid',
} as const

/** The labels of a release's record that name its owner. */
export function ownerLabels({ kind, namespace, name, uid }: ReleaseOwner): Labels {
  return {
    [labels.kind]: kind,
    [labels.namespace]: namespace,
    [labels.name]: labelValue(name),
    [labels.uid]: uid,
  }
}

/** Whose a release is, as the labels of its newest record say; undefined when they say nothing. */
export function ownerIn(found: Labels): ReleaseOwner | undefined {
  const { [labels.kind]: kind, [labels.name]: name } = found
  if (kind === undefined || name === undefined) return undefined
  const { [labels.namespace]: namespace = '', [labels.uid]: uid = '' } = found
  return { kind, namespace, name, uid }
}

/** Only those labels that say whose a release is. */
export function ownerLabelsIn(found: Labels): Labels {
  const owner = ownerIn(found)
  return owner === undefined ? {} : ownerLabels(owner)
}

/** Whether an owner has the kind, namespace and name of another, whatever became of that one since. */
export function isNamesake(found: ReleaseOwner, owner: ReleaseOwner): boolean {
  const { kind, namespace, name } = owner
  return found.kind === kind && found.namespace === namespace && found.name === labelValue(name)
}

/** An owner for people: `Plugin shop/web`. */
export function printOwner({ kind, namespace, name }: ReleaseOwner): string {
  return `${kind} ${namespace}/${name}`
}

const longestLabel = 63
const hashDigits = 12

// Names may be longer than labels.
function labelValue(name: string): string {
  if (name.length <= longestLabel) return name
  const hash = bytesToHex(sha256(utf8ToBytes(name))).slice(0, hashDigits)
  const start = name.slice(0, longestLabel - hashDigits - 1).replace(/[^a-z0-9]+$/, '')
  return `${start}-${hash}`
}
