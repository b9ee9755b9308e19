import type { Impersonation } from '../../kube/request.ts'

/** The one who asks, as the cluster knows them. */
export interface Identity {
  readonly user: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
  readonly signedInBy: 'token' | 'link' | 'session'
  /** Proves that a change comes from our own page; empty where no cookie signs in. */
  readonly csrfToken: string
}

/** The same one, as requests to the cluster name them. */
export function impersonationOf({ user, uid, groups, extra }: Identity): Impersonation {
  return { user, groups, extra, ...(uid === '' ? {} : { uid }) }
}

/** Tells identities apart: two that have the same key have the same rights. */
export function identityKey({ user, uid, groups, extra }: Identity): string {
  const pairs = Object.keys(extra)
    .toSorted()
    .map((name) => [name, extra[name]])
  return JSON.stringify([user, uid, groups.toSorted(), pairs])
}
