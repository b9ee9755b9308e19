import type { ApiRequest } from '../http/exchange.ts'
import type { User } from '../registry/user.ts'
import { unauthorized } from '../status-errors.ts'

/** Who a token belongs to; undefined when nobody knows it. */
export type TokenLookup = (token: string) => User | undefined

const authenticated = 'system:authenticated'

/** Who asks: by certificate, by token, or nobody in particular. A token that nobody knows is refused. */
export function authenticate(request: ApiRequest, findToken: TokenLookup): User {
  const { certificate } = request.peer
  const bearer = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (bearer !== undefined) {
    const user = findToken(bearer)
    if (user === undefined) throw unauthorized()
    return withGroup(user, authenticated)
  }
  if (certificate === undefined) return anonymous
  const { name, groups } = certificate
  return withGroup({ name, uid: '', groups, extra: {} }, authenticated)
}

/** Who comes without anything to show. */
const anonymous: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
}

/** Who a request wants to be taken for; undefined when it says nothing of it. */
export function impersonated(request: ApiRequest): User | undefined {
  const name = request.header('impersonate-user')
  if (name === undefined || name === '') return undefined
  const prefix = 'impersonate-extra-'
  const extra = request
    .headerNames()
    .filter((header) => header.startsWith(prefix))
    .map((header) => [decodeURIComponent(header.slice(prefix.length)), request.headers(header)])
  const uid = request.header('impersonate-uid') ?? ''
  const groups = request.headers('impersonate-group')
  const user: User = { name, uid, groups, extra: Object.fromEntries(extra) as User['extra'] }
  if (name === anonymous.name) return withGroup(user, 'system:unauthenticated')
  const account = /^system:serviceaccount:([^:]+):[^:]+$/.exec(name)
  if (account === null || groups.length > 0) return withGroup(user, authenticated)
  const accountGroups = ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`]
  return withGroup({ ...user, groups: accountGroups }, authenticated)
}

function withGroup(user: User, group: string): User {
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] }
}
