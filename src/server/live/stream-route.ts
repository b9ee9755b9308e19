import type { SignInPorts } from '../auth/session-routes.ts'
import { isStillSignedIn } from '../auth/still-signed-in.ts'
import { ProblemError } from '../http/problem.ts'
import type { Route, SignedCall } from '../http/route.ts'
import type { Noun } from '../resources/kind-routes.ts'
import { schemaNamed } from '../resources/schemas.ts'
import type { LiveFanOut } from './live-fan-out.ts'
import type { LiveHub } from './live-hub.ts'
import type { OpenStreams } from './open-streams.ts'

export interface LivePorts {
  readonly hub: Pick<LiveHub, 'noun' | 'follow'>
  readonly fanOut: LiveFanOut
  readonly open: OpenStreams
}

/** The stream of changes, one for a client. */
export function streamRoute(
  ports: LivePorts,
  signIn: SignInPorts,
  nouns: readonly string[],
): Route {
  return {
    method: 'GET',
    path: '/api/v1/stream',
    operationId: 'streamChanges',
    summary: 'Streams the changes of objects as server-sent events',
    tag: 'stream',
    for: 'signed-in',
    query: {
      kinds: {
        description: `The kinds, with commas between them, of ${nouns.join(', ')}.`,
        schema: {
          type: 'string',
          maxLength: 200,
          pattern: `^(${nouns.join('|')})(,(${nouns.join('|')}))*$`,
        },
        example: 'plugins,instances',
        required: true,
      },
      namespace: {
        description: 'Only of this namespace; of all that you may watch unless given.',
        schema: { type: 'string', maxLength: 63 },
        example: 'default',
      },
    },
    headers: {
      'last-event-id': {
        description: 'The id of the last event that was seen; browsers send it by themselves.',
        schema: { type: 'string', maxLength: 100 },
        example: 'Zm9vYmFy.12',
      },
    },
    answers: {
      200: {
        description: 'Events without end.',
        mediaType: 'text/event-stream',
        schema: schemaNamed('StreamEvent'),
      },
    },
    run: async (call) => {
      const request = requestOf(ports, signIn, call)
      ports.open.enter(call.identity, call.signal)
      await followAll(ports, request.nouns, call, signIn)
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
        stream: ports.fanOut.stream(request, call.signal),
      }
    },
  }
}

async function followAll(
  { hub }: LivePorts,
  nouns: readonly Noun[],
  { signal }: SignedCall,
  { failed }: SignInPorts,
): Promise<void> {
  try {
    await Promise.all(nouns.map((noun) => hub.follow(noun, signal)))
  } catch (error) {
    signal.throwIfAborted()
    // The words of the cluster are about the rights of the server here, not about those of the asker.
    failed(error)
    const detail = 'the cluster does not tell the changes of these kinds; try again in a moment'
    const headers = { 'retry-after': '5' }
    throw new ProblemError(503, 'ClusterUnavailable', detail, { headers, cause: error })
  }
}

function requestOf({ hub }: LivePorts, signIn: SignInPorts, call: SignedCall) {
  const names = String(call.query['kinds']).split(',')
  const nouns = names.map((name) => {
    const noun = hub.noun(name)
    if (noun !== undefined) return noun
    const message = `there is no kind ${JSON.stringify(name)} to stream`
    const causes = [{ field: 'query.kinds', message }]
    throw new ProblemError(400, 'BadRequest', message, { causes })
  })
  const lastEventId = call.headers['last-event-id']
  return {
    identity: call.identity,
    nouns: [...new Set(nouns)],
    namespace: typeof call.query['namespace'] === 'string' ? call.query['namespace'] : '',
    lastEventId: typeof lastEventId === 'string' ? lastEventId : '',
    isSignedIn: () => isStillSignedIn(signIn, call),
  }
}
