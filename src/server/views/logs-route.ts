import type { ApiResource } from '../../kube/api-resource.ts'
import { isKubeError } from '../../kube/errors.ts'
import { type LogOptions, readLogs } from '../../kube/objects/logs.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { type Clock, sleepOn } from '../../std/clock.ts'
import type { SignInPorts } from '../auth/session-routes.ts'
import { isStillSignedIn } from '../auth/still-signed-in.ts'
import { notFound } from '../http/problem.ts'
import type { Reply, Route, SignedCall } from '../http/route.ts'
import type { OpenStreams } from '../live/open-streams.ts'
import { nameParameter, namespaceParameter, textOf } from '../http/schema-shapes.ts'
import { problemFrom } from '../http/told-problem.ts'

const pods: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
}

/** Bytes of a log that are given at once; with `follow`, in all. */
const longestLog = 1024 * 1024
const longestFollowed = 64 * 1024 * 1024

/** Milliseconds between two questions whether a log may still be followed. */
const betweenLooks = 3000

export interface LogPorts {
  readonly signIn: SignInPorts
  readonly clock: Clock
  readonly open: OpenStreams
}

/** The log of a container, as plain text. */
export function logsRoute(ports: LogPorts): Route {
  return { ...facts, run: (call: SignedCall) => logs(ports, call) }
}

const facts = {
  for: 'signed-in',
  tag: 'pods',
  right: { verb: 'get', group: '', resource: 'pods/log' },
  method: 'GET',
  path: '/api/v1/pods/{namespace}/{name}/logs',
  operationId: 'getPodLogs',
  summary: 'Gives the log of a container of a pod',
  params: { namespace: namespaceParameter, name: { ...nameParameter, example: 'web-0' } },
  query: {
    container: {
      description: 'Which container; the only one unless given.',
      schema: { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
      example: 'main',
    },
    tail: {
      description: 'How many of the last lines.',
      schema: { type: 'integer', minimum: 0, maximum: 100_000, default: 1000 },
      example: 100,
    },
    since: {
      description: 'Only lines of the last so many seconds.',
      schema: { type: 'integer', minimum: 1, maximum: 31_536_000 },
      example: 3600,
    },
    previous: {
      description: 'Of the run of the container before this one.',
      schema: { type: 'boolean', default: false },
      example: false,
    },
    timestamps: {
      description: 'A time before each line.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
    follow: {
      description: 'Goes on with new lines until the container ends.',
      schema: { type: 'boolean', default: false },
      example: false,
    },
  },
  answers: {
    200: {
      description: 'The lines.',
      schema: { type: 'string' },
      mediaType: 'text/plain; charset=utf-8',
      example: 'listening on port 8080\n',
    },
  },
  problems: [404],
} as const

async function logs(ports: LogPorts, call: SignedCall): Promise<Reply> {
  const { client, signal, params, query } = call
  const { namespace = '', name = '' } = params
  const isFollowed = query['follow'] === true
  const container = textOf(query['container'])
  const options: LogOptions = {
    ...(container === '' ? {} : { container }),
    tailLines: Number(query['tail'] ?? 1000),
    ...(query['since'] === undefined ? {} : { sinceSeconds: Number(query['since']) }),
    previous: query['previous'] === true,
    timestamps: query['timestamps'] === true,
    follow: isFollowed,
    limitBytes: isFollowed ? longestFollowed : longestLog,
  }
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  if (isFollowed) {
    ports.open.enter(call.identity, signal)
    void endWhenLost(ports, call, ending)
  }
  const chunks = readLogs(client, { resource: pods, namespace, name }, options, until)
  try {
    // The first bytes say whether there is anything to read, and whether the asker may.
    const first = await chunks.next()
    const stream = textsOf(first, chunks, ending.signal)
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, stream }
  } catch (error) {
    if (isKubeError(error, 'forbidden') || ending.signal.aborted) {
      throw notFound('pod', name, namespace)
    }
    throw problemFrom(error)
  }
}

/** Ends what follows a log when its reader is signed out, or may not read logs there any more. */
async function endWhenLost(
  { signIn, clock }: LogPorts,
  call: SignedCall,
  ending: AbortController,
): Promise<void> {
  const { client, signal, params } = call
  const { namespace = '', name = '' } = params
  const right = { verb: 'get', group: '', resource: 'pods/log', namespace, name }
  try {
    do await sleepOn(clock, betweenLooks, signal)
    while ((await isStillSignedIn(signIn, call)) && (await reviewAccess(client, right, signal)))
  } catch {
    // The reader went away, or the cluster cannot say: who comes again is told which.
  }
  ending.abort()
}

async function* textsOf(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
  ended: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  if (first.done !== true) yield decoder.decode(first.value, { stream: true })
  try {
    for await (const chunk of rest) yield decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!ended.aborted) throw error
  }
  yield decoder.decode()
}
