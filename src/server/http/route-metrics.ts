import { Gauge, Histogram, type Registry } from 'prom-client'

/** A request that was answered. */
export interface Answered {
  readonly method: string
  /** The path of the route with its parameters in braces; `page` for files of the page. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** The measures of the server, by route. */
export interface RouteMetrics {
  readonly answered: (request: Answered) => void
  /** A stream began; the function says that it ended. */
  readonly streaming: () => () => void
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Adds the measures to a registry. */
export function routeMetrics(registry: Registry): RouteMetrics {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests to the REST API took.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const streams = new Gauge({
    name: 'outrigger_server_open_streams',
    help: 'Streams that are open now.',
    registers: [registry],
  })
  return {
    answered: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: String(status) }, seconds),
    streaming: () => {
      streams.inc()
      return () => streams.dec()
    },
  }
}
