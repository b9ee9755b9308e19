import { isLabel, isSubdomain } from '../registry/name-rules.ts'

/** A service account, as names of users tell of it. */
export interface AccountName {
  readonly namespace: string
  readonly name: string
}

/** The service account that a user is; undefined for others. */
export function accountIn(user: string): AccountName | undefined {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]*):([^:]*)$/.exec(user) ?? []
  const isAccount = isLabel(namespace).length === 0 && isSubdomain(name).length === 0
  return isAccount ? { namespace, name } : undefined
}

/** The groups that a service account is in. */
export function accountGroups({ namespace }: AccountName): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}

/** The node that a user is; undefined for others. */
export function nodeIn(user: string): string | undefined {
  const [, name = ''] = /^system:node:(.*)$/s.exec(user) ?? []
  return isSubdomain(name).length === 0 ? name : undefined
}
