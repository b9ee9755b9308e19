import type { KubeClient } from '../../kube/client.ts'
import type { KubeRequest } from '../../kube/request.ts'
import type { Tracer } from './span.ts'

/** The same client, whose requests are spans. */
export function tracedClient(client: KubeClient, tracer: Tracer): KubeClient {
  return {
    ...client,
    exchange: (request, signal) =>
      tracer.run(spanOf(request), () => client.exchange(request, signal), noOutcome),
    open: (request, signal) =>
      tracer.run(spanOf(request), () => client.open(request, signal), noOutcome),
    impersonating: (who) => tracedClient(client.impersonating(who), tracer),
    withPriority: (priority) => tracedClient(client.withPriority(priority), tracer),
    withWriteCheck: (check) => tracedClient(client.withWriteCheck(check), tracer),
  }
}

function spanOf({ method, path }: KubeRequest) {
  return {
    name: `${method} ${path}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'url.path': path },
  } as const
}

function noOutcome() {
  return {}
}
