import type { Me } from '../contract.ts'
import type { Impersonation } from '../../kube/request.ts'

/** Somebody, as the cluster knows them. */
export interface Owner {
  readonly user: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The one who asks. */
export interface Identity extends Owner {
  readonly signedInBy: Me['signedInBy']
  /** Proves that a change comes from our own page; empty where browsers sign nobody in by themselves. */
  readonly csrfToken: string
  /** `Set-Cookie` headers that the answer must carry, because the session was renewed. */
  readonly renewed?: readonly string[]
}

/** The same one, as requests to the cluster name them. */
export function impersonationOf({ user, uid, groups, extra }: Owner): Impersonation {
  return { user, groups, extra, ...(uid === '' ? {} : { uid }) }
}

const keys = new WeakMap<Owner, string>()

/** Tells identities apart: two that have the same key have the same rights. */
export function identityKey(owner: Owner): string {
  // Streams ask for the key of the same one many times a second.
  const known = keys.get(owner) ?? keyOf(owner)
  keys.set(owner, known)
  return known
}

function keyOf({ user, uid, groups, extra }: Owner): string {
  const pairs = Object.keys(extra)
    .toSorted()
    .map((name) => [name, extra[name]])
  return JSON.stringify([user, uid, groups.toSorted(), pairs])
}
