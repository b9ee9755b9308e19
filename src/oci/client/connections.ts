import type { Agent } from 'node:http'
import { OciError } from '../errors.ts'
import type { TlsOptions } from './connect.ts'

/** Connections that are kept open between requests, by scheme. */
export interface Connections {
  readonly agentOf: (url: URL) => Agent
  readonly close: () => void
}

const connectionsPerHost = 16

/**
 * Node's modules are asked for here and not imported: an import of node:http loads all it can give, which
 * takes longer than fetching a chart, and TLS is only for those who use it.
 */
export function openConnections(tls: TlsOptions, proxy?: string): Connections {
  const agents = new Map<string, Agent>()
  const proxyEnv = proxy === undefined ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
  const through = proxy === undefined ? {} : { proxyEnv }
  const shared = { keepAlive: true, maxSockets: connectionsPerHost, ...through }
  if (proxy !== undefined) requireProxies(process.versions.node)
  const open = (protocol: string): Agent => {
    if (protocol === 'http:') return new (process.getBuiltinModule('node:http').Agent)(shared)
    return new (process.getBuiltinModule('node:https').Agent)({
      ...shared,
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
      ...(tls.cert === undefined ? {} : { cert: tls.cert }),
      ...(tls.key === undefined ? {} : { key: tls.key }),
      rejectUnauthorized: tls.insecureSkipVerify !== true,
    })
  }
  return {
    agentOf: ({ protocol }) => {
      const agent = agents.get(protocol) ?? open(protocol)
      agents.set(protocol, agent)
      return agent
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

// Older agents would leave the proxy out without a word.
function requireProxies(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 5)) return
  throw new OciError('refused', `a proxy needs Node 24.5 or later: found ${version}`)
}
