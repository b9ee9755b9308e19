import { StatusError } from '../errors.ts'
import type { ApiRequest } from '../http/exchange.ts'
import type { ResourceRoute, Route } from '../http/route.ts'
import type { User } from '../registry/user.ts'
import { forbidden } from '../status-errors.ts'
import type { Access, Authorize } from './access.ts'
import { impersonated } from './authenticate.ts'

/** Refuses what a user may not do, and gives who the user is to be taken for. */
export function authorizeRequest(
  request: ApiRequest,
  route: Route,
  verb: string,
  real: User,
  authorize: Authorize,
): User {
  const wanted = impersonated(request)
  if (wanted !== undefined) checkImpersonation(real, wanted, authorize)
  const user = wanted ?? real
  const access = accessOf(request, route, verb)
  const { allowed } = authorize(user, access)
  if (!allowed) throw refusal(user, access)
  return user
}

function accessOf(request: ApiRequest, route: Route, verb: string): Access {
  if (route.what === 'page') {
    return { what: 'path', verb: request.method.toLowerCase(), path: route.path }
  }
  const { group, version, resource, subresource, name } = route
  return {
    what: 'resource',
    verb,
    group,
    version,
    resource,
    subresource,
    namespace: homeOf(route),
    name,
  }
}

/** A namespace is an object inside itself, as far as rights go. */
function homeOf({ resource, namespace, name }: ResourceRoute): string {
  return resource === 'namespaces' ? name : namespace
}

/** What somebody is told who may not. */
function refusal(user: User, access: Access): StatusError {
  const who = `User ${JSON.stringify(user.name)} cannot ${access.verb}`
  if (access.what === 'path') {
    const message = `forbidden: ${who} path ${JSON.stringify(access.path)}`
    return new StatusError(403, 'Forbidden', message, { details: {} })
  }
  const { group, resource, subresource, namespace, name } = access
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const where =
    namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const why = `${who} resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`
  return forbidden({ group, resource }, name, why)
}

function checkImpersonation(real: User, wanted: User, authorize: Authorize): void {
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(wanted.name)
  const subject =
    account === null
      ? { resource: 'users', namespace: '', name: wanted.name }
      : { resource: 'serviceaccounts', namespace: account[1] ?? '', name: account[2] ?? '' }
  const base = {
    what: 'resource',
    verb: 'impersonate',
    group: '',
    version: 'v1',
    subresource: '',
  } as const
  const wishes = [
    subject,
    ...wanted.groups
      .filter((group) => !group.startsWith('system:authenticated'))
      .map((name) => ({ resource: 'groups', namespace: '', name })),
  ]
  for (const wish of wishes) {
    const access = { ...base, ...wish }
    if (!authorize(real, access).allowed) throw refusal(real, access)
  }
}
