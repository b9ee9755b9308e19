import type { Clock } from '../../std/clock.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { Identity, Owner } from '../auth/identity.ts'
import type { Call, Route } from '../http/route.ts'

interface Told {
  readonly clock: Clock
  readonly route: Route
  readonly call: Call
  /** Absent while nobody is signed in. */
  readonly identity?: Owner | undefined
}

/** The end of a call: the status of its answer and, where it was refused, the one word of the reason. */
interface Outcome {
  readonly status: number
  readonly reason?: string
}

/** One line of JSON about a change or a sign-in: who, what, from where and what became of it. It holds no secret. */
export function auditLine({ clock, route, call, identity }: Told, outcome: Outcome): string {
  const { query, remoteAddress, headers } = call
  const target = targetOf(route, call)
  return JSON.stringify({
    time: new Date(clock.now()).toISOString(),
    ...(identity === undefined ? {} : { user: identity.user, groups: identity.groups }),
    from: remoteAddress,
    ...forwardedFor(identity, headers['x-forwarded-for']),
    operation: route.operationId,
    ...(target === undefined ? {} : { target }),
    ...(query['dryRun'] === true ? { dryRun: true } : {}),
    ...outcome,
  })
}

/** Characters of the addresses that a proxy tells. */
const mostForwarded = 200

/** The addresses behind a proxy, which is believed in this because it is believed in who asks. */
function forwardedFor(
  identity: (Owner & Partial<Pick<Identity, 'signedInBy'>>) | undefined,
  header: string | readonly string[] | undefined,
): { readonly forwardedFor?: string } {
  if (identity?.signedInBy !== 'proxy' || typeof header !== 'string') return {}
  return { forwardedFor: header.slice(0, mostForwarded) }
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
