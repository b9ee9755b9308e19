import type { IncomingMessage, ServerResponse } from 'node:http'
import { Gauge, type Registry, collectDefaultMetrics } from 'prom-client'
import { listenHttp } from '../../std/node/listen-http.ts'
import { readPackageVersion } from '../package-version.ts'

/** The endpoint where an operator tells of itself. */
export interface OperatorEndpoint {
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface EndpointOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly registry: Registry
  /** Why it is not ready; undefined when it is. A standby that could lead is ready. */
  readonly notReady: () => string | undefined | Promise<string | undefined>
}

/** Adds the figures of this process and of its version. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const labelNames = ['version', 'node'] as const
  const help = 'The version of this program, and of its Node'
  const info = new Gauge({ name: 'outrigger_build_info', help, labelNames, registers: [registry] })
  info.set({ version: readPackageVersion(), node: process.version }, 1)
}

/** Inside a cluster, Services have these names, and no web page can have one of them. */
const serviceNames = ['.svc', '.svc.cluster.local']

/** Serves /metrics, /healthz and /readyz. */
export async function serveOperator(options: EndpointOptions): Promise<OperatorEndpoint> {
  const { host, port, registry, notReady } = options
  const answer = async (path: string): Promise<Answer> => {
    if (path === '/healthz') return { status: 200, text: 'ok\n' }
    if (path === '/readyz') {
      const why = await notReady()
      return why === undefined ? { status: 200, text: 'ok\n' } : { status: 503, text: `${why}\n` }
    }
    if (path !== '/metrics') return { status: 404, text: 'try /metrics, /healthz or /readyz\n' }
    return { status: 200, text: await registry.metrics(), type: registry.contentType }
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    void answer(path).then(
      ({ status, text, type = 'text/plain; charset=utf-8' }) =>
        response.writeHead(status, { 'content-type': type }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }
  const { url, stop } = await listenHttp(listener, { host, port, names: serviceNames })
  return { url, stop }
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly type?: string
}
