import type { Clock } from '../../std/clock.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { Identity } from '../auth/identity.ts'
import type { Call, Route } from '../http/route.ts'

interface Told {
  readonly clock: Clock
  readonly route: Route
  readonly call: Call
  /** Absent while nobody is signed in. */
  readonly identity?: Identity
}

/** One line of JSON about a change or a sign-in: who, what, from where and what became of it. It holds no secret. */
export function auditLine({ clock, route, call, identity }: Told, status: number): string {
  const { query, remoteAddress } = call
  const target = targetOf(route, call)
  return JSON.stringify({
    time: new Date(clock.now()).toISOString(),
    ...(identity === undefined ? {} : { user: identity.user, groups: identity.groups }),
    from: remoteAddress,
    operation: route.operationId,
    ...(target === undefined ? {} : { target }),
    ...(query['dryRun'] === true ? { dryRun: true } : {}),
    status,
  })
}

/** The object of the path; of a create, that of the body. */
function targetOf(
  route: Route,
  { params, body }: Call,
): Readonly<Record<string, string>> | undefined {
  if (Object.keys(params).length > 0) return params
  const object = body as Json | undefined
  if (route.for === 'everybody' || !isJsonObject(object)) return undefined
  const [namespace, name] = [namespaceOf(object), nameOf(object)]
  return namespace === '' ? { name } : { namespace, name }
}
