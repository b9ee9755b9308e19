import { authenticate } from '../auth/authenticate.ts'
import { identityKey } from '../auth/identity.ts'
import type { SignInPorts } from '../auth/session-routes.ts'
import { ProblemError } from '../http/problem.ts'
import type { Route, SignedCall } from '../http/route.ts'
import type { Noun } from '../resources/kind-routes.ts'
import { schemaNamed } from '../resources/schemas.ts'
import type { LiveFanOut } from './live-fan-out.ts'
import type { LiveHub } from './live-hub.ts'

export interface LivePorts {
  readonly hub: Pick<LiveHub, 'noun' | 'follow'>
  readonly fanOut: LiveFanOut
}

const mostStreams = 1000
const mostOfOne = 50

/** Counts the streams that are open, in all and by identity. */
class OpenStreams {
  private readonly counts = new Map<string, number>()
  private all = 0

  /** Takes a place, and gives back how to leave it. Throws a problem when there is none. */
  enter(key: string): () => void {
    const own = this.counts.get(key) ?? 0
    if (own >= mostOfOne || this.all >= mostStreams) {
      const which = own >= mostOfOne ? `you have ${own}` : `there are ${this.all}`
      const detail = `too many streams are open: ${which}; close one, or try again later`
      const headers = { 'retry-after': '10' }
      throw new ProblemError(429, 'TooManyStreams', detail, { headers })
    }
    this.all++
    this.counts.set(key, own + 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      this.all--
      const left = (this.counts.get(key) ?? 1) - 1
      if (left === 0) this.counts.delete(key)
      else this.counts.set(key, left)
    }
  }
}

/** The stream of changes, one for a client. */
export function streamRoute(
  ports: LivePorts,
  signIn: SignInPorts,
  nouns: readonly string[],
): Route {
  const open = new OpenStreams()
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
      const leave = open.enter(identityKey(call.identity))
      call.signal.addEventListener('abort', leave, { once: true })
      await followAll(ports, request.nouns, call, signIn).catch((error: unknown) => {
        leave()
        throw error
      })
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
  const key = identityKey(call.identity)
  return {
    identity: call.identity,
    nouns: [...new Set(nouns)],
    namespace: typeof call.query['namespace'] === 'string' ? call.query['namespace'] : '',
    lastEventId: typeof lastEventId === 'string' ? lastEventId : '',
    isSignedIn: async () => {
      try {
        return identityKey(await authenticate(signIn, call, 'does-not-count')) === key
      } catch {
        // Signed out, or the cluster cannot say: the client comes again and is told which.
        return false
      }
    },
  }
}
