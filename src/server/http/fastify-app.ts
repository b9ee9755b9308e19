import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isJsonRecord } from '../../kinds/json-value.ts'
import { readJson, writeJson } from '../../kube/json.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import type { CallerCertificate } from '../auth/client-certificates.ts'
import { compileLazily, exactly } from './lazy-validators.ts'
import { ProblemError } from './problem.ts'
import { type RequestPart, refusedRequest } from './refused-request.ts'
import type { RouteMetrics } from './route-metrics.ts'
import type { Call, JsonSchema, Parameters, Reply, Route, RouteMethod } from './route.ts'

const largestBody = 3 * 1024 * 1024
const longestUrlPart = 512

/** Nothing but our own files; no frame may hold the page. */
const contentPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const methods: ReadonlySet<string> = new Set<RouteMethod>(['GET', 'POST', 'PUT', 'DELETE'])

export interface AppOptions {
  readonly routes: readonly Route[]
  /** Answers a call of a route; it throws a ProblemError for errors that the asker may see. */
  readonly answer: (route: Route, call: Call) => Promise<Reply>
  /** Answers a path that no route has; undefined when there is nothing. */
  readonly otherwise: (path: string, headers: Call['headers']) => Promise<Reply | undefined>
  readonly metrics?: RouteMetrics
  /** Told of errors that are faults of ours. */
  readonly failed: (error: unknown) => void
}

const validation = {
  removeAdditional: false,
  coerceTypes: true,
  useDefaults: true,
  allErrors: false,
  // The words of a refusal name the values that are possible.
  verbose: true,
} as const

/** The routes as an application of Fastify. It listens to nothing by itself. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { routes, answer, otherwise, failed } = options
  const app = fastify({
    bodyLimit: largestBody,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestUrlPart },
    frameworkErrors: (error, _, reply) => {
      void sendProblem(reply.headers(safeHeaders), problemFor(error, failed))
    },
    ajv: { onCreate: compileLazily, customOptions: validation },
  })
  // The answers are ours, and a schema would only write them more slowly.
  app.setSerializerCompiler(() => writeAnswer)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, readBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(safeHeaders)
    checkConnection(request)
    // Fastify has its own words for some methods that no route has.
    if (!methods.has(request.method)) throw noSuchRoute(routes, request)
  })
  if (options.metrics !== undefined) measure(app, options.metrics)
  app.setErrorHandler((error, request, reply) => {
    // A client that went away gets no answer, and its going is no fault of ours.
    const told = request.raw.destroyed || reply.raw.destroyed ? () => {} : failed
    return sendProblem(reply, problemFor(error, told))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const problem = noSuchRoute(routes, request)
    const path = pathOf(request)
    const isOurs = problem.status === 405 || request.method !== 'GET' || /^\/api(\/|$)/.test(path)
    const found = isOurs ? undefined : await otherwise(path, request.headers)
    return found === undefined ? sendProblem(reply, problem) : send(reply, found)
  })
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: {
        ...(route.params === undefined ? {} : { params: objectOf(route.params) }),
        ...(route.hasOpenQuery === true ? {} : { querystring: objectOf(route.query ?? {}) }),
        ...headerSchema(route),
        ...bodySchema(route),
      },
      handler: async (request, reply) => send(reply, await answer(route, callOf(request, reply))),
    })
  }
  await app.ready()
  return app
}

function objectOf(parameters: Parameters): JsonSchema {
  const entries = Object.entries(parameters)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { required }]) => required === true).map(([name]) => name),
  }
}

// Others than those that the route knows pass: browsers and proxies send many.
function headerSchema({ headers }: Route): { readonly headers?: JsonSchema } {
  if (headers === undefined) return {}
  return { headers: { ...objectOf(headers), additionalProperties: true } }
}

function bodySchema({ body }: Route): { readonly body?: JsonSchema } {
  return body === undefined ? {} : { body: { ...withoutKinds(body.schema), ...exactly } }
}

/** Objects of our kinds are judged by the cluster, which knows more than their schema. */
function withoutKinds(schema: JsonSchema): JsonSchema {
  const { oneOf } = schema
  if ('$ref' in schema || JSON.stringify(oneOf ?? '').includes('$ref')) return { type: 'object' }
  const { properties } = schema
  if (!isJsonRecord(properties)) return schema
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    isJsonRecord(field) ? withoutKinds(field) : field,
  ])
  return { ...schema, properties: Object.fromEntries(fields) as JsonSchema }
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return {
    params: request.params as Call['params'],
    query: request.query as Call['query'],
    headers: request.headers,
    body: request.body,
    distinctHeaders: request.raw.headersDistinct,
    rawQuery: request.url.split('?').slice(1).join('?'),
    certificate: () => certificateOf(request.raw.socket),
    remoteAddress: request.socket.remoteAddress ?? '',
    signal: gone.signal,
  }
}

function measure(app: FastifyInstance, metrics: RouteMetrics): void {
  app.addHook('onSend', async (_, reply) => {
    if (isStream(reply)) reply.raw.once('close', metrics.streaming())
  })
  app.addHook('onResponse', async (request, reply) => {
    // A stream takes as long as its reader wants.
    if (isStream(reply)) return
    const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? 'page'
    const seconds = reply.elapsedTime / 1000
    metrics.answered({ method: request.method, route, status: reply.statusCode, seconds })
  })
}

function isStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream')
}

/** The names that `Connection` may have; a proxy on the way takes every header away that it names. */
const connectionWords: ReadonlySet<string> = new Set(['keep-alive', 'close', 'te', 'upgrade', ''])

// Somebody else's identity must not go lost between a proxy and us.
function checkConnection({ headers }: FastifyRequest): void {
  const words = (headers.connection ?? '').split(',')
  const strange = words.find((word) => !connectionWords.has(word.trim().toLowerCase()))
  if (strange === undefined) return
  const detail = 'the header Connection may not name other headers'
  throw new ProblemError(400, 'BadRequest', detail)
}

function certificateOf(socket: Socket): CallerCertificate | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined
  const certificate = socket.getPeerCertificate(true)
  return Object.keys(certificate).length === 0 ? undefined : certificate
}

function send(
  reply: FastifyReply,
  { status, headers = {}, body, text, bytes, stream }: Reply,
): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (stream !== undefined) {
    return reply.send(stream instanceof Readable ? stream : Readable.from(stream))
  }
  if (bytes !== undefined) return reply.send(bytes)
  if (text !== undefined) return reply.serializer(String).send(text)
  if (body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').serializer(writeAnswer).send(body)
}

/** Integers that a number cannot hold stay what they are, in both directions. */
function writeAnswer(value: unknown): string {
  return writeJson(value as Json)
}

function readBody(body: Buffer): Json {
  try {
    const value = readJson(body)
    // Names that change every object of the program are no data.
    if (body.includes('__proto__')) assertPlain(value)
    return value
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw new ProblemError(400, 'BadRequest', 'the body is not JSON', { cause })
  }
}

function assertPlain(value: Json): void {
  if (Array.isArray(value)) for (const item of value) assertPlain(item)
  else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      if (name === '__proto__') {
        const detail = 'the body has a field "__proto__", which no object may have'
        throw new ProblemError(422, 'Invalid', detail)
      }
      assertPlain(value[name] ?? null)
    }
  }
}

function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.facts.headers })
    .type('application/problem+json; charset=utf-8')
    .serializer(writeProblem)
    .send(problem.toProblem())
}

/** Problems repeat words of requests: nothing of them looks like markup, whatever shows it. */
function writeProblem(value: unknown): string {
  return writeAnswer(value).replaceAll('<', '\\u003c')
}

function problemFor(error: unknown, failed: (error: unknown) => void): ProblemError {
  if (error instanceof ProblemError) return error
  const { statusCode, validation, validationContext = 'request', message } = error as FastifyError
  if (validation !== undefined) {
    return refusedRequest(partOf(validationContext), validation)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const { reason = 'BadRequest', detail = message } = refusals[statusCode] ?? {}
    return new ProblemError(statusCode, reason, detail)
  }
  failed(error)
  const detail = 'the server failed to answer; its log says why'
  return new ProblemError(500, 'InternalError', detail, { cause: error })
}

/** Refusals of Fastify in words that say what is wanted. */
const refusals: Readonly<Record<number, { readonly reason: string; readonly detail: string }>> = {
  413: {
    reason: 'TooLarge',
    detail: `the body may have ${largestBody} bytes and has more; send less at once`,
  },
  415: {
    reason: 'UnsupportedMediaType',
    detail: 'the body must be JSON, with the header content-type: application/json',
  },
}

function partOf(context: string): RequestPart {
  switch (context) {
    case 'querystring':
      return 'query'
    case 'params':
      return 'path'
    case 'headers':
      return 'header'
    default:
      return 'body'
  }
}

/** A path that other methods have is 405 and names them; any other is 404. */
function noSuchRoute(routes: readonly Route[], request: FastifyRequest): ProblemError {
  const { method } = request
  const path = pathOf(request)
  const allowed = routes.filter((route) => patternOf(route).test(path)).map((route) => route.method)
  if (allowed.length === 0) {
    return new ProblemError(
      404,
      'NotFound',
      `there is nothing at ${JSON.stringify(path)}; /api/v1/openapi.json lists what there is`,
    )
  }
  const allow = allowed.join(', ')
  const detail = `${method} is not possible here; possible is ${allow}`
  return new ProblemError(405, 'MethodNotAllowed', detail, { headers: { allow } })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
