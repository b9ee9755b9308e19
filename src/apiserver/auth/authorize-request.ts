import type { ApiRequest } from '../http/exchange.ts'
import type { ResourceRoute, Route } from '../http/route.ts'
import type { User } from '../registry/user.ts'
import type { Access, Authorize } from './access.ts'
import { impersonate, wantedUser } from './impersonation.ts'
import { refusalOf } from './refusal.ts'

/** By whom and how requests are judged. */
export interface Judgement {
  readonly authorize: Authorize
  /** The minor version of Kubernetes 1. */
  readonly minor: number
}

/** Refuses what a user may not do, and gives who the user is to be taken for. */
export function authorizeRequest(
  request: ApiRequest,
  { route, verb }: { readonly route: Route; readonly verb: string },
  real: User,
  { authorize, minor }: Judgement,
): User {
  const wanted = wantedUser(request, minor)
  const access = accessOf(request, route, verb)
  const user = wanted === undefined ? real : impersonate({ real, wanted, access }, authorize, minor)
  if (!authorize(user, access).allowed) throw refusalOf(user, access)
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
