import type { KubeClient } from '../kube/client.ts'
import { withDeadline } from '../std/clock.ts'
import { authenticate } from './auth/authenticate.ts'
import { type Identity, impersonationOf } from './auth/identity.ts'
import type { SignInPorts } from './auth/session-routes.ts'
import { hasCsrfToken } from './auth/sessions.ts'
import { type RemoteClusters, ofNamedCluster } from './clusters/remote-clusters.ts'
import type { AuditEvents } from './audit/audit-events.ts'
import { auditLine } from './audit/audit-line.ts'
import { ProblemError } from './http/problem.ts'
import type { Call, Reply, Route } from './http/route.ts'
import type { Tracer } from '../kube/tracing/span.ts'

/** The parts that every call needs. */
export interface AnswerPorts {
  readonly client: KubeClient
  readonly signIn: SignInPorts
  readonly clusters: RemoteClusters
  readonly audit: (line: string) => void
  readonly events?: AuditEvents
  readonly tracer?: Tracer
}

const changePatience = 60_000

/** Answers a call of a route as the one who asks, and leaves a line about changes. */
export async function answerCall(ports: AnswerPorts, route: Route, call: Call): Promise<Reply> {
  const { tracer } = ports
  if (tracer === undefined) return answer(ports, route, call)
  const traceparent = call.headers['traceparent']
  const begun = {
    name: `${route.method} ${route.path}`,
    kind: 'server' as const,
    attributes: { 'http.request.method': route.method, 'http.route': route.path },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  }
  return tracer.run(
    begun,
    () => answer(ports, route, call),
    ({ status }) => ({ 'http.response.status_code': status }),
  )
}

async function answer(ports: AnswerPorts, route: Route, call: Call): Promise<Reply> {
  const { client } = ports
  if (route.for === 'everybody') {
    if (route.isAudited !== true) return route.run(call)
    return audited(ports, { clock: client.clock, route, call }, () => route.run(call))
  }
  const identity = await authenticate(ports.signIn, call)
  const own = await clientOf(ports, route, call, identity)
  if (route.method === 'GET') {
    const reply = route.run({ ...call, identity, client: own })
    const isNamed = route.onAnyCluster === true && call.query['cluster'] !== undefined
    return withCookies(identity, await (isNamed ? reply.catch(ofNamedCluster) : reply))
  }
  const told = { clock: client.clock, route, call, identity }
  return audited(ports, told, async () => {
    // Only a token is sent by nobody but a program that has it.
    if (identity.signedInBy !== 'token') checkCsrf(identity, call)
    // A change that was begun is carried out, also when nobody waits for the answer.
    const reply = await withDeadline(client.clock, changePatience, (signal) =>
      route.run({ ...call, signal, identity, client: own }),
    )
    ports.events?.told(route, call, identity, reply)
    return withCookies(identity, reply)
  })
}

/** The client of the cluster that is meant, as the asker. */
async function clientOf(
  { client, clusters }: AnswerPorts,
  route: Route,
  { query, signal }: Call,
  identity: Identity,
): Promise<KubeClient> {
  const own = client.impersonating(impersonationOf(identity))
  const { cluster } = query
  if (route.onAnyCluster !== true || typeof cluster !== 'string') return own
  return clusters.clientFor(cluster, { identity, client: own }, signal)
}

function withCookies({ renewed }: Identity, reply: Reply): Reply {
  if (renewed === undefined || reply.headers?.['set-cookie'] !== undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'set-cookie': renewed } }
}

/** Leaves a line about a call, whatever became of it. */
async function audited(
  { audit }: AnswerPorts,
  told: Parameters<typeof auditLine>[0],
  run: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run()
    const identity = told.identity ?? reply.signsIn
    audit(auditLine({ ...told, identity }, { status: reply.status }))
    return reply
  } catch (error) {
    const { status, reason } =
      error instanceof ProblemError ? error : { status: 500, reason: 'InternalError' }
    audit(auditLine(told, { status, reason }))
    throw error
  }
}

function checkCsrf(identity: Identity, { headers }: Call): void {
  if (hasCsrfToken(identity, headers['x-csrf-token'])) return
  const detail =
    'a change by somebody whom a browser signs in by itself needs the header x-csrf-token; /api/v1/me gives its value'
  throw new ProblemError(403, 'CsrfTokenMissing', detail)
}
