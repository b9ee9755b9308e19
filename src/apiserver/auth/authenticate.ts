import type { ApiRequest } from '../http/exchange.ts'
import type { User } from '../registry/user.ts'
import { unauthorized } from '../status-errors.ts'

/** The user that a token belongs to; undefined for an unknown token. */
export type TokenLookup = (token: string) => User | undefined

const authenticated = 'system:authenticated'

/**
 * The user of a request: by certificate, else by token, or anonymous. An unknown token is refused.
 */
export function authenticate(request: ApiRequest, findToken: TokenLookup): User {
  const { certificate } = request.peer
  if (certificate !== undefined) {
    const { name, groups } = certificate
    return withGroup({ name, uid: '', groups, extra: {} }, authenticated)
  }
  const bearer = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (bearer === undefined) return anonymous
  const user = findToken(bearer)
  if (user === undefined) throw unauthorized()
  return withGroup(user, authenticated)
}

/** The user of a request without credentials. */
const anonymous: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
}

function withGroup(user: User, group: string): User {
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] }
}
