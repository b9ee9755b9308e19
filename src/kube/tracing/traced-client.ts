import { type Json, isJsonObject } from '../../objects/json.ts'
import type { KubeClient } from '../client.ts'
import type { KubeRequest } from '../request.ts'
import type { Tracer } from './span.ts'

/**
 * The same client, whose requests are spans of the work that sends them; what belongs to no such work, such as a watch, is none. An object
 * of the group says in an annotation which span wrote it: whoever carries out what it asks for goes on with that trace.
 */
export function tracedClient(
  client: KubeClient,
  tracer: Tracer | undefined,
  group: string,
): KubeClient {
  if (tracer === undefined) return client
  const traced = <Result>(
    request: KubeRequest,
    send: (marked: KubeRequest) => Promise<Result>,
  ): Promise<Result> => {
    if (tracer.traceparent === undefined) return send(request)
    const marked = () => send(withTraceparent(request, group, tracer.traceparent ?? ''))
    return tracer.run(spanOf(request), marked, () => ({}))
  }
  return {
    ...client,
    exchange: (request, signal) => traced(request, (one) => client.exchange(one, signal)),
    open: (request, signal) => traced(request, (one) => client.open(one, signal)),
    impersonating: (who) => tracedClient(client.impersonating(who), tracer, group),
    withPriority: (priority) => tracedClient(client.withPriority(priority), tracer, group),
    withWriteCheck: (check) => tracedClient(client.withWriteCheck(check), tracer, group),
  }
}

/** The annotation by which an object names the span that wrote it. */
export function traceAnnotation(group: string): string {
  return `${group}/traceparent`
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])
// A list of operations has no place for an annotation.
const listOfOperations = 'application/json-patch+json'

function withTraceparent(request: KubeRequest, group: string, traceparent: string): KubeRequest {
  const { method, path, body, contentType } = request
  const [, apis, inGroup, , ...rest] = path.split('/')
  const place = rest[0] === 'namespaces' ? rest.slice(2) : rest
  // A third part is a subresource, such as the status.
  const isObject = apis === 'apis' && inGroup === group && place.length <= 2
  if (!isObject || !writes.has(method) || contentType === listOfOperations) return request
  if (!isJsonObject(body)) return request
  const metadata = objectIn(body['metadata'])
  const annotations = {
    ...objectIn(metadata['annotations']),
    [traceAnnotation(group)]: traceparent,
  }
  return { ...request, body: { ...body, metadata: { ...metadata, annotations } } }
}

function objectIn(value: Json | undefined): { readonly [name: string]: Json } {
  return isJsonObject(value) ? value : {}
}

function spanOf({ method, path }: KubeRequest) {
  return {
    name: `${method} ${path}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'url.path': path },
  } as const
}
