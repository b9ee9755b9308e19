import type { IncomingMessage, ServerResponse } from 'node:http'
import { RecentIndexes } from '../actions/catalogue/recent-indexes.ts'
import { renderHere } from '../chart/node/render-here.ts'
import type { RenderRound } from '../chart/render/render-round.ts'
import { allKinds } from '../kinds/all-kinds.ts'
import { clusterKind } from '../kinds/cluster.ts'
import { expansionKind } from '../kinds/expansion.ts'
import { extensionInstanceKind } from '../kinds/extension-instance.ts'
import { extensionKind } from '../kinds/extension.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { profileKind } from '../kinds/profile.ts'
import { repositoryKind } from '../kinds/repository.ts'
import type { KubeClient } from '../kube/client.ts'
import { type Connect, connect } from '../kube/connect.ts'
import { getObject } from '../kube/objects/get-object.ts'
import { uidOf } from '../objects/kube-object.ts'
import type { FetchOptions } from '../sources/chart-request.ts'
import { withDeadline } from '../std/clock.ts'
import { type HttpListenOptions, listenHttp } from '../std/node/listen-http.ts'
import { AccessReviews } from './auth/access.ts'
import { SignInAttempts } from './auth/attempts.ts'
import { authenticate } from './auth/authenticate.ts'
import { type Identity, impersonationOf } from './auth/identity.ts'
import { SignInLinks } from './auth/links.ts'
import { TokenReviewer } from './auth/review-token.ts'
import { rightsRoute } from './auth/rights-routes.ts'
import { type SignInPorts, sessionRoutes } from './auth/session-routes.ts'
import { type KeptSignOuts, Sessions, hasCsrfToken } from './auth/sessions.ts'
import { auditLine } from './http/audit-line.ts'
import { type AppOptions, createApp, safeHeaders } from './http/fastify-app.ts'
import { ProblemError } from './http/problem.ts'
import type { Call, Reply, Route } from './http/route.ts'
import { LiveHub } from './live/live-hub.ts'
import { streamRoute } from './live/stream-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { openApiDocument } from './openapi.ts'
import { PageFiles } from './page/page-files.ts'
import { type ChartPorts } from './charts/chart-actions.ts'
import { auditRoute } from './audit/audit-route.ts'
import { AuditTail } from './audit/audit-tail.ts'
import { clusterRoutes } from './clusters/cluster-routes.ts'
import { changeRoutes } from './changes/change-routes.ts'
import { chartRoutes } from './charts/chart-routes.ts'
import { releaseRoutes } from './releases/release-routes.ts'
import { type Noun, kindRoutes } from './resources/kind-routes.ts'
import { pluginRoutes } from './plugins/plugin-routes.ts'
import { memoryRuns } from './runs/memory-runs.ts'
import { runRoutes } from './runs/run-routes.ts'
import { type KeptRuns, Runs } from './runs/runs.ts'
import { graphRoute } from './views/graph-route.ts'
import { eventsRoute } from './views/events-route.ts'
import { logsRoute } from './views/logs-route.ts'
import { searchRoute } from './views/search-route.ts'

export interface ServerOptions {
  /** Of the cluster that the platform runs on; it must be allowed to impersonate and to review tokens. */
  readonly client: KubeClient
  readonly listen: Pick<HttpListenOptions, 'host' | 'port' | 'names' | 'tls'>
  /** 32 bytes; see Sessions. */
  readonly secret: Uint8Array
  readonly kept: KeptSignOuts
  readonly version: string
  readonly isSandbox: boolean
  /** The folder of the built page; when it is absent or has none, `/` leads to the page of the API. */
  readonly page?: string
  /** How charts are fetched; the folder for indexes must be the server's own. */
  readonly fetching: FetchOptions
  /** Where runs are kept; in memory unless told, so that they are gone after a restart. */
  readonly runs?: KeptRuns
  /** The lines of the audit that earlier processes wrote, the oldest first; none unless told. */
  readonly auditBefore?: () => Promise<readonly string[]>
  /** How other clusters are reached; over the network unless told. */
  readonly connect?: Connect
  /** Where charts are rendered; on this thread unless told. */
  readonly render?: RenderRound
  /** Told of every change that somebody made or tried, as one line of JSON. */
  readonly audit: (line: string) => void
  /** Told of faults of ours. */
  readonly failed: (error: unknown) => void
}

/** A server that runs. */
export interface OpenServer {
  readonly url: string
  /** A link that signs somebody in once. */
  readonly signInLink: (owner: Pick<Identity, 'user' | 'uid' | 'groups' | 'extra'>) => string
  readonly close: () => Promise<void>
}

/** The kinds and their words in paths. */
export const nouns: readonly Noun[] = [
  { definition: pluginKind, plural: 'plugins', singular: 'plugin' },
  { definition: repositoryKind, plural: 'repositories', singular: 'repository' },
  { definition: extensionKind, plural: 'extensions', singular: 'extension' },
  { definition: extensionInstanceKind, plural: 'instances', singular: 'instance' },
  { definition: profileKind, plural: 'profiles', singular: 'profile' },
  { definition: clusterKind, plural: 'clusters', singular: 'cluster' },
  { definition: expansionKind, plural: 'expansions', singular: 'expansion' },
]

/** Serves the REST API. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { listen, failed } = options
  const { hub, signIn, runs, tail, routes } = assembleRoutes(options)
  const audit = (line: string) => {
    tail.add(line)
    options.audit(line)
  }
  const app = await createApp({
    routes,
    answer: (route, call) => answerCall({ ...options, audit }, signIn, route, call),
    otherwise: pageAnswers(options.page),
    failed,
  })
  const { server, url } = await listenHttp((request, response) => app.routing(request, response), {
    ...listen,
    refuse: refuseCaller,
  })
  server.requestTimeout = requestPatience
  server.maxConnections = mostConnections
  server.on('error', failed)
  return {
    url,
    signInLink: (owner) => `${url}/sign-in?code=${signIn.links.create(owner)}`,
    close: async () => {
      hub.close()
      await runs.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await app.close()
    },
  }
}

/** The built page; without one, `/` leads to the page of the API. */
function pageAnswers(folder: string | undefined): AppOptions['otherwise'] {
  const files = folder === undefined ? undefined : new PageFiles(folder)
  const docs = { status: 303, headers: { location: '/api/docs' } }
  return async (path, headers) =>
    (await files?.answer(path, headers)) ?? (path === '/' ? docs : undefined)
}

const changePatience = 60_000
const requestPatience = 60_000
const mostConnections = 5000

/** Tells a page of another origin, in the words of this API, that it is not served. */
function refuseCaller(why: string, _: IncomingMessage, response: ServerResponse): void {
  const problem = new ProblemError(403, 'ForeignCaller', why).toProblem()
  const type = 'application/problem+json; charset=utf-8'
  response
    .writeHead(403, { ...safeHeaders, 'content-type': type, connection: 'close' })
    .end(JSON.stringify(problem))
}

/** Asks once for the UID of the namespace kube-system, which tells clusters apart. */
function rememberCluster(): (client: KubeClient) => Promise<string> {
  let known: Promise<string> | undefined
  return (client) => {
    known ??= withDeadline(client.clock, requestPatience, async (signal) => {
      const target = { resource: namespaces, name: 'kube-system' }
      const object = await getObject(client, target, {}, signal)
      return object === undefined ? 'no kube-system' : uidOf(object)
    })
    // A question that failed is asked again.
    known.catch(() => (known = undefined))
    return known
  }
}

const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
} as const

interface Assembled {
  readonly hub: LiveHub
  readonly signIn: SignInPorts
  readonly runs: Runs
  readonly tail: AuditTail
  readonly routes: readonly Route[]
}

/** Every route, and the parts that they share. Nothing is asked of the cluster yet. */
export function assembleRoutes(options: Omit<ServerOptions, 'audit'>): Assembled {
  const { client, listen, secret, kept, version, isSandbox, failed } = options
  const clusterOf = rememberCluster()
  const { clock } = client
  const signIn: SignInPorts = {
    sessions: new Sessions({
      secret,
      clock,
      kept,
      secure: listen.tls !== undefined,
      cluster: () => clusterOf(client),
    }),
    tokens: new TokenReviewer(client),
    links: new SignInLinks(clock),
    attempts: new SignInAttempts(clock),
    isSandbox,
    failed,
  }
  const hub = new LiveHub(client, nouns, failed)
  const live = { hub, access: new AccessReviews(client), clock }
  const words = nouns.map(({ plural }) => plural)
  const runs = new Runs({ clock, kept: options.runs ?? memoryRuns(), failed })
  const tail = new AuditTail(options.auditBefore ?? (async () => []), failed)
  const charts: ChartPorts = {
    fetching: options.fetching,
    recent: new RecentIndexes(clock),
    render: options.render ?? renderHere,
  }
  const routes = [
    ...sessionRoutes(signIn),
    rightsRoute,
    ...nouns.flatMap((noun) => kindRoutes(noun)),
    ...releaseRoutes,
    ...chartRoutes(charts),
    graphRoute,
    searchRoute(nouns, charts),
    logsRoute,
    eventsRoute,
    auditRoute(tail),
    ...pluginRoutes(options.fetching),
    ...clusterRoutes({
      runs,
      fetching: options.fetching,
      connect: options.connect ?? connectPlainly,
    }),
    ...changeRoutes(nouns, runs),
    ...runRoutes({ runs, signIn, clock }),
    streamRoute(live, signIn, words),
  ]
  return { hub, signIn, runs, tail, routes: withDocument(routes, version) }
}

// Requests to other clusters wait for nobody here.
const connectPlainly: Connect = (connection) => connect(connection, { rateLimit: 'none' })

/** The routes with those that give the document and the page of all of them. */
function withDocument(routes: readonly Route[], version: string): readonly Route[] {
  const documentRoute: Route = {
    method: 'GET',
    path: '/api/v1/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Gives the OpenAPI document of this API',
    tag: 'document',
    for: 'everybody',
    answers: { 200: { description: 'The document.', schema: { type: 'object' } } },
    run: async () => ({ status: 200, body: document }),
  }
  const served = [...routes, documentRoute]
  const all = [...served, ...docsRoutes(served)]
  const document = openApiDocument(all, allKinds, version)
  return all
}

async function answerCall(
  options: ServerOptions,
  signIn: SignInPorts,
  route: Route,
  call: Call,
): Promise<Reply> {
  const { client } = options
  if (route.for === 'everybody') {
    if (route.isAudited !== true) return route.run(call)
    return audited(options, { clock: client.clock, route, call }, () => route.run(call))
  }
  const identity = await authenticate(signIn, call)
  const own = client.impersonating(impersonationOf(identity))
  if (route.method === 'GET') return route.run({ ...call, identity, client: own })
  const told = { clock: client.clock, route, call, identity }
  return audited(options, told, () => {
    if (identity.signedInBy === 'session') checkCsrf(identity, call)
    // A change that was begun is carried out, also when nobody waits for the answer.
    return withDeadline(client.clock, changePatience, (signal) =>
      route.run({ ...call, signal, identity, client: own }),
    )
  })
}

/** Leaves a line about a call, whatever became of it. */
async function audited(
  { audit }: ServerOptions,
  told: Parameters<typeof auditLine>[0],
  run: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run()
    audit(auditLine(told, reply.status))
    return reply
  } catch (error) {
    audit(auditLine(told, error instanceof ProblemError ? error.status : 500))
    throw error
  }
}

function checkCsrf(identity: Identity, { headers }: Call): void {
  if (hasCsrfToken(identity, headers['x-csrf-token'])) return
  const detail =
    'a change by somebody whom a cookie signs in needs the header x-csrf-token; /api/v1/me gives its value'
  throw new ProblemError(403, 'CsrfTokenMissing', detail)
}
