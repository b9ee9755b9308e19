import { getCACertificates } from 'node:tls'
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici'
import type { Connection, ProxyChoice } from './connection.ts'
import type { ClientCertificate, Credential } from './credentials.ts'
import { mostUnderWay } from './request-gate.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

/** Connections to one cluster, kept open between requests. */
export interface ClusterTransport {
  readonly send: Transport
  readonly close: () => Promise<void>
}

interface Agents {
  readonly certificate: ClientCertificate | undefined
  /** For what has an end. */
  readonly short: Dispatcher
  /** Watches and logs have connections of their own, so that they never stand in the way. */
  readonly long: Dispatcher
}

const connectTimeout = 15_000
// Some more than a client has under way, for what is urgent.
const shortConnections = mostUnderWay + 2
const keepAlive = 60_000
// Less than what load balancers wait before they forget a connection.
const firstProbe = 30_000

/**
 * The only place that opens connections to clusters. HTTP/1.1 on purpose: a watch that dies takes nothing
 * with it, and its silence is its own.
 */
export function createUndiciTransport(connection: Connection): ClusterTransport {
  let agents: Agents | undefined
  const agentsFor = (certificate: ClientCertificate | undefined) => {
    if (agents !== undefined && sameCertificate(agents.certificate, certificate)) return agents
    // Requests under way end as they began.
    if (agents !== undefined) closeGently(agents)
    agents = createAgents(connection, certificate)
    return agents
  }
  return {
    send: async (request, signal) => {
      const credential = await connection.credentials.current(signal)
      const response = await sendAs({ credential, agentsFor }, connection, request, signal)
      if (response.status !== 401 || !connection.credentials.refused(credential)) return response
      for await (const _ of response.body) break
      const better = await connection.credentials.current(signal)
      return sendAs({ credential: better, agentsFor }, connection, request, signal)
    },
    close: async () => {
      await Promise.all([agents?.short.destroy(), agents?.long.destroy()])
    },
  }
}

async function sendAs(
  {
    credential,
    agentsFor,
  }: {
    readonly credential: Credential
    readonly agentsFor: (certificate: ClientCertificate | undefined) => Agents
  },
  connection: Connection,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const { short, long } = agentsFor(credential.certificate)
  const { authorization } = credential
  const { statusCode, headers, body } = await (request.stream ? long : short).request({
    origin: connection.server.origin,
    path: `${connection.server.pathname.replace(/\/$/, '')}${request.path}`,
    method: request.method,
    headers: {
      ...(request.headers as Record<string, string | string[]>),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: request.body ?? null,
    signal,
  })
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name]
      if (value === undefined) return []
      return Array.isArray(value) ? value : [value]
    },
    body,
  }
}

function sameCertificate(a: ClientCertificate | undefined, b: ClientCertificate | undefined) {
  return a?.cert === b?.cert && a?.key === b?.key
}

function closeGently({ short, long }: Agents): void {
  // A failure to close concerns nobody: the connections are not used again.
  void Promise.allSettled([short.close(), long.close()])
}

function createAgents(connection: Connection, certificate: ClientCertificate | undefined): Agents {
  const tls = {
    ...tlsOptions(connection),
    ...(certificate === undefined ? {} : { cert: certificate.cert, key: certificate.key }),
  }
  const connect = {
    ...tls,
    timeout: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelay: firstProbe,
  }
  const shared = { allowH2: false, keepAliveTimeout: keepAlive, keepAliveMaxTimeout: keepAlive }
  // The caller sets the deadline; the agent has none of its own.
  const patient = { ...shared, headersTimeout: 0, bodyTimeout: 0 }
  const create = (options: Agent.Options) => createAgent(connection.proxy, connect, options)
  return {
    certificate,
    short: create({ ...patient, connections: shortConnections }),
    long: create({ ...patient, pipelining: 0 }),
  }
}

function createAgent(
  proxy: ProxyChoice | undefined,
  connect: Readonly<Record<string, unknown>>,
  options: Agent.Options,
): Dispatcher {
  if (proxy === undefined) return new Agent({ ...options, connect })
  if (proxy.kind === 'environment') {
    const { httpProxy = '', httpsProxy = '', noProxy = '' } = proxy
    return new EnvHttpProxyAgent({
      ...options,
      connect,
      requestTls: connect,
      httpProxy,
      httpsProxy,
      noProxy,
    })
  }
  const { username, password } = proxy.url
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return new ProxyAgent({
    ...options,
    uri: `${proxy.url.protocol}//${proxy.url.host}`,
    requestTls: connect,
    ...(username === '' ? {} : { token: `Basic ${secret.toString('base64')}` }),
  })
}

function tlsOptions({ tls }: Connection): Readonly<Record<string, unknown>> {
  return {
    ca: tls.ca ?? trustedHere(),
    rejectUnauthorized: !tls.insecureSkipVerify,
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
  }
}

// The authorities that kubectl trusts: those of this machine, besides those that Node brings.
function trustedHere(): readonly string[] {
  return [...getCACertificates('default'), ...getCACertificates('system')]
}
