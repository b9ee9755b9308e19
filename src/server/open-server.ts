import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RecentIndexes } from '../actions/catalogue/recent-indexes.ts'
import { renderHere } from '../chart/node/render-here.ts'
import { allKinds } from '../kinds/all-kinds.ts'
import { clusterKind } from '../kinds/cluster.ts'
import { expansionKind } from '../kinds/expansion.ts'
import { extensionInstanceKind } from '../kinds/extension-instance.ts'
import { extensionKind } from '../kinds/extension.ts'
import { apiGroup } from '../kinds/group.ts'
import { notificationKind } from '../kinds/notification.ts'
import type { JsonRecord } from '../kinds/json-value.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { profileKind } from '../kinds/profile.ts'
import { repositoryKind } from '../kinds/repository.ts'
import { type Connect, connect } from '../kube/connect.ts'
import { tracedClient } from '../kube/tracing/traced-client.ts'
import { withDeadline } from '../std/clock.ts'
import { type HttpLimits, listenHttp } from '../std/node/listen-http.ts'
import { type AnswerPorts, answerCall } from './answer-call.ts'
import { AccessReviews } from './live/access-reviews.ts'
import { assembleSignIn } from './auth/assemble-sign-in.ts'
import { readClientAuthorities } from './auth/client-certificates.ts'
import type { Owner } from './auth/identity.ts'
import { oidcRoutes } from './auth/oidc-routes.ts'
import { rightsRoute } from './auth/rights-routes.ts'
import { type SignInPorts, sessionRoutes } from './auth/session-routes.ts'
import { AuditEvents } from './audit/audit-events.ts'
import { type AppOptions, createApp, safeHeaders } from './http/fastify-app.ts'
import { ProblemError } from './http/problem.ts'
import { routeMetrics } from './http/route-metrics.ts'
import type { Route } from './http/route.ts'
import { ReloadingTls } from './http/tls-files.ts'
import { LiveFanOut } from './live/live-fan-out.ts'
import { LiveHub } from './live/live-hub.ts'
import { OpenStreams } from './live/open-streams.ts'
import { streamRoute } from './live/stream-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { openApiDocument } from './openapi.ts'
import { PageFiles } from './page/page-files.ts'
import { type ChartPorts } from './charts/chart-actions.ts'
import { auditRoute } from './audit/audit-route.ts'
import { AuditTail } from './audit/audit-tail.ts'
import { clusterRoutes } from './clusters/cluster-routes.ts'
import { registerRoutes } from './clusters/register-routes.ts'
import { changeRoutes } from './changes/change-routes.ts'
import { RemoteClusters, onAnyCluster } from './clusters/remote-clusters.ts'
import { chartRoutes } from './charts/chart-routes.ts'
import { logoRoute } from './pictures/logo-route.ts'
import { Pictures } from './pictures/pictures.ts'
import { releaseRoutes } from './releases/release-routes.ts'
import { type Noun, kindRoutes } from './resources/kind-routes.ts'
import { planRoutes } from './plugins/plan-routes.ts'
import { ListReader } from './resources/list-reader.ts'
import { pluginRoutes } from './plugins/plugin-routes.ts'
import { runRoutes } from './runs/run-routes.ts'
import { noSites, siteRoutes } from './sites/site-routes.ts'
import { Runs, memoryRuns } from './runs/runs.ts'
import { graphRoute } from './views/graph-route.ts'
import { eventsRoute } from './views/events-route.ts'
import { logsRoute } from './views/logs-route.ts'
import { searchRoute } from './views/search-route.ts'
import type { ServerOptions } from './server-options.ts'
import { viewHere } from './threads/view-threads.ts'

/** A server that runs. */
export interface OpenServer {
  readonly url: string
  /** A link that signs somebody in once. */
  readonly signInLink: (owner: Owner) => string
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
  { definition: notificationKind, plural: 'notifications', singular: 'notification' },
]

/** Serves the REST API. */
export async function openServer(given: ServerOptions): Promise<OpenServer> {
  const { listen, failed, registry } = given
  const { tracer } = given
  const options = { ...given, client: tracedClient(given.client, tracer, apiGroup) }
  const { client } = options
  const tls = reloadingTls(options)
  const settings = await tls?.read()
  const { hub, signIn, runs, tail, routes, clusters } = assembleRoutes(options, tls)
  const audit = (line: string) => {
    tail.add(line)
    given.audit(line)
  }
  const events = given.auditEvents === true ? new AuditEvents(client, failed) : undefined
  const ports: AnswerPorts = {
    client,
    signIn,
    clusters,
    audit,
    ...(events === undefined ? {} : { events }),
    ...(tracer === undefined ? {} : { tracer }),
  }
  const app = await createApp({
    routes,
    answer: (route, call) => answerCall(ports, route, call),
    otherwise: pageAnswers(options.page),
    ...(registry === undefined ? {} : { metrics: routeMetrics(registry) }),
    failed,
  })
  const listening = await listenHttp((request, response) => app.routing(request, response), {
    limits: usualLimits,
    ...listen,
    ...(settings === undefined ? {} : { tls: settings }),
    // Links may lead to the page, and a provider leads people back to it.
    mayBeLinked: (path) => !/^\/api(\/|$)/.test(path),
    refuse: refuseCaller,
  })
  const { server, url } = listening
  const stopFollowing = tls?.follow(listening)
  server.on('error', failed)
  server.on('clientError', refuseUnreadable)
  return {
    url,
    signInLink: (owner) => `${url}/sign-in?code=${signIn.links.create({ owner })}`,
    close: async () => {
      stopFollowing?.()
      hub.close()
      await runs.close()
      await listening.stop()
      await app.close()
      events?.close()
      await clusters.close()
    },
  }
}

/** Where the kubeconfigs of Clusters are. */
const platformNamespace = 'outrigger-system'

/** The built page; without one, `/` leads to the page of the API. */
function pageAnswers(folder: string | undefined): AppOptions['otherwise'] {
  const files = folder === undefined ? undefined : new PageFiles(folder)
  const docs = { status: 303, headers: { location: '/api/docs' } }
  return async (path, headers) =>
    (await files?.answer(path, headers)) ?? (path === '/' ? docs : undefined)
}

const requestPatience = 60_000
const usualLimits: HttpLimits = { connections: 5000, requestMilliseconds: requestPatience }

/** Answers what is no request, or too large a one, before anything else sees it. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problem = problemOfUnreadable(error.code)
  const { status } = problem
  const body = JSON.stringify(problem.toProblem())
  const headers = { ...safeHeaders, 'content-type': 'application/problem+json; charset=utf-8' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const length = `content-length: ${Buffer.byteLength(body)}`
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`
  socket.end([first, ...lines, length, 'connection: close', '', body].join('\r\n'))
}

function problemOfUnreadable(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ProblemError(431, 'TooLarge', 'the address and the headers together are too large')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProblemError(408, 'Timeout', 'the request did not come whole in time; send it again')
  }
  return new ProblemError(400, 'BadRequest', 'this is no request that can be read')
}

/** Tells a page of another origin, in the words of this API, that it is not served. */
function refuseCaller(why: string, _: IncomingMessage, response: ServerResponse): void {
  const problem = new ProblemError(403, 'ForeignCaller', why).toProblem()
  const type = 'application/problem+json; charset=utf-8'
  response
    .writeHead(403, { ...safeHeaders, 'content-type': type, connection: 'close' })
    .end(JSON.stringify(problem))
}

function remoteClusters({ client, connect: reach }: Omit<ServerOptions, 'audit'>): RemoteClusters {
  const reaching = reach === undefined ? {} : { connect: reach }
  return new RemoteClusters({ client, platformNamespace, ...reaching })
}

function reloadingTls(options: ServerOptions): ReloadingTls | undefined {
  const { tls: files, client, clientCertificates = false, failed } = options
  if (files === undefined) return undefined
  const { clock } = client
  const clientAuthorities = () =>
    withDeadline(clock, requestPatience, (signal) => readClientAuthorities(client, signal))
  return new ReloadingTls({
    files,
    clock,
    failed,
    ...(clientCertificates ? { clientAuthorities } : {}),
  })
}

interface Assembled {
  readonly hub: LiveHub
  readonly signIn: SignInPorts
  readonly runs: Runs
  readonly tail: AuditTail
  readonly routes: readonly Route[]
  readonly clusters: RemoteClusters
}

/** Every route, and the parts that they share. Nothing is asked of the cluster yet. */
export function assembleRoutes(
  options: Omit<ServerOptions, 'audit'>,
  tls?: ReloadingTls,
): Assembled {
  const { client, version, failed } = options
  const { clock } = client
  const signIn = assembleSignIn(options, tls)
  const hub = new LiveHub(client, nouns, failed)
  const access = new AccessReviews(client)
  const open = new OpenStreams()
  const live = { hub, open, fanOut: new LiveFanOut({ log: hub.log, access, clock, failed }) }
  const words = nouns.map(({ plural }) => plural)
  const runs = new Runs({ clock, kept: options.runs ?? memoryRuns(), failed })
  const tail = new AuditTail(options.auditBefore ?? (async () => []), failed)
  const clusters = remoteClusters(options)
  const pictures = new Pictures({ policy: options.fetching.policy, clock })
  const charts: ChartPorts = {
    fetching: options.fetching,
    recent: new RecentIndexes(clock),
    render: options.render ?? renderHere,
    pictures,
  }
  const { view = viewHere } = options
  const plugins = { fetching: options.fetching, render: charts.render, view, clusters }
  const lists = new ListReader()
  const routes = [
    ...sessionRoutes(signIn),
    ...oidcRoutes(signIn),
    onAnyCluster(rightsRoute),
    ...nouns.flatMap((noun) => kindRoutes(noun, lists)),
    ...releaseRoutes(view).map(onAnyCluster),
    ...chartRoutes(charts),
    logoRoute(pictures),
    graphRoute,
    searchRoute(nouns, charts),
    onAnyCluster(logsRoute({ signIn, clock, open })),
    eventsRoute,
    auditRoute(tail),
    ...pluginRoutes(plugins),
    ...planRoutes(plugins),
    ...clusterRoutes({
      runs,
      fetching: options.fetching,
      render: charts.render,
      connect: options.connect ?? connectPlainly,
    }),
    ...registerRoutes(options.connect ?? connectPlainly),
    ...changeRoutes(nouns, { runs, clusters }),
    ...runRoutes({ runs, signIn, clock, open }),
    ...siteRoutes(options.sites ?? noSites),
    streamRoute(live, signIn, words),
  ]
  return { hub, signIn, runs, tail, clusters, routes: withDocument(routes, version) }
}

// Requests to other clusters wait for nobody here.
const connectPlainly: Connect = (connection) => connect(connection, { rateLimit: 'none' })

/** The routes with those that give the document and the page of all of them. */
function withDocument(routes: readonly Route[], version: string): readonly Route[] {
  let document: JsonRecord | undefined
  const documentRoute: Route = {
    method: 'GET',
    path: '/api/v1/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Gives the OpenAPI document of this API',
    tag: 'document',
    for: 'everybody',
    answers: {
      200: {
        description: 'The document.',
        schema: { type: 'object' },
        example: { openapi: '3.1.0', info: { title: 'Outrigger', version }, paths: {} },
      },
    },
    // Made when somebody asks for it: most never do.
    run: async () => ({
      status: 200,
      body: (document ??= openApiDocument(all, allKinds, version)),
    }),
  }
  const served: readonly Route[] = [...routes, documentRoute]
  const all: readonly Route[] = [...served, ...docsRoutes(served)]
  return all
}
