import { resourceOf } from '../../kinds/kind-definition.ts'
import type { AccessReviews } from '../auth/access.ts'
import type { Identity } from '../auth/identity.ts'
import type { StreamEvent } from '../contract.ts'
import type { Noun } from '../resources/kind-routes.ts'
import type { Clock } from '../../std/clock.ts'
import type { SharedWake } from './shared-wake.ts'
import type { LoggedChange } from './resumable-log.ts'
import type { LiveHub } from './live-hub.ts'
import type { ChangeTexts } from './change-texts.ts'

export interface LiveRequest {
  readonly identity: Identity
  readonly nouns: readonly Noun[]
  /** All namespaces when empty. */
  readonly namespace: string
  /** The last event that the client has seen; empty when it is new. */
  readonly lastEventId: string
  /** Asked again and again: a stream ends with the session or the token that opened it. */
  readonly isSignedIn: () => Promise<boolean>
}

export interface LivePorts {
  readonly hub: Pick<LiveHub, 'log' | 'noun' | 'follow'>
  readonly access: AccessReviews
  readonly clock: Clock
  readonly wake: SharedWake
  readonly texts: ChangeTexts
}

/** Milliseconds between two looks at the rights of a stream on which nothing happens. */
export const betweenLooks = 3000
/** Milliseconds between two looks whether the one who reads is still signed in. */
const betweenSignIns = 1000
/** Objects that may wait for a slow client; with more it is told to read its lists again. */
const mostWaiting = 2000
/** Characters that may wait for it. */
const mostCharacters = 16 * 1024 * 1024

/**
 * The changes that somebody asked for and may see, as server-sent events. The hub must follow the kinds already. It begins with `ready`, or with
 * `reset` when changes may have been missed: lists read after that event are the state that later events change.
 */
export async function* liveStream(
  ports: LivePorts,
  request: LiveRequest,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const { hub, clock, wake } = ports
  const { log } = hub
  const waiting = new Waiting(request)
  const stop = log.listen((change) => {
    if (waiting.add(change)) wake.soon()
  })
  const sleep = wake.enter(signal)
  const isSignedIn = askedSometimes(request.isSignedIn, clock)
  try {
    yield* begin(ports, request, waiting)
    while (!signal.aborted) {
      if (!(await isSignedIn())) return
      const allowed = await allowedNouns(ports, request)
      const isNews = (noun: LiveRequest['nouns'][number]) =>
        !allowed.includes(noun) && !waiting.isDenied(noun)
      for (const noun of request.nouns.filter(isNews)) {
        waiting.deny(noun)
        const denied = { noun: noun.plural, namespace: request.namespace }
        yield textOf(log.idOf(waiting.told), 'denied', denied)
      }
      if (request.nouns.every((noun) => waiting.isDenied(noun))) return
      yield* tell(ports, request, waiting)
      // Changes that came after the wake in which they were meant to be sent do not wait for another one.
      if (!waiting.hasSome || wake.isComing) await sleep()
    }
  } finally {
    stop()
  }
}

/** The same question, which is answered as before until a second is over. */
function askedSometimes(ask: () => Promise<boolean>, clock: Clock): () => Promise<boolean> {
  let asked = -Infinity
  return async () => {
    if (clock.monotonic() - asked < betweenSignIns) return true
    asked = clock.monotonic()
    return ask()
  }
}

async function* tell(
  ports: LivePorts,
  request: LiveRequest,
  waiting: Waiting,
): AsyncGenerator<string | Uint8Array> {
  const { log } = ports.hub
  const changes = waiting.take()
  if (changes === 'too-many') return yield textOf(log.idOf(log.newest), 'reset', {})
  // A comment, which keeps the connection open; it also shows a client that went away.
  if (changes.length === 0) return yield ': still here\n\n'
  const shown: LoggedChange[] = []
  const seen = new Map<string, boolean>()
  for (const change of changes) {
    const place = `${change.noun} ${change.namespace}`
    const known = seen.get(place) ?? (await maySee(ports, request, change))
    seen.set(place, known)
    if (known) shown.push(change)
  }
  // One write for all of them: each costs more than its bytes.
  if (shown.length > 0) yield ports.texts.bytesOf(shown)
}

async function* begin(
  { hub: { log } }: LivePorts,
  { lastEventId }: LiveRequest,
  waiting: Waiting,
): AsyncGenerator<string> {
  const missed = lastEventId === '' ? [] : log.after(lastEventId)
  const event = lastEventId === '' ? 'ready' : 'reset'
  if (lastEventId === '' || missed === undefined) {
    waiting.told = log.newest
    yield textOf(log.idOf(log.newest), event, {})
    return
  }
  waiting.told = log.sequenceOf(lastEventId)
  for (const change of missed) waiting.add(change)
}

/** The changes that one stream has still to tell: of each object the last one. */
class Waiting {
  told = 0
  private readonly request: LiveRequest
  private readonly changes = new Map<string, LoggedChange>()
  private readonly denied = new Set<Noun>()
  private isTooMuch = false
  private characters = 0

  constructor(request: LiveRequest) {
    this.request = request
  }

  /** Keeps a change if it is wanted; says whether it is. */
  add(change: LoggedChange): boolean {
    const { nouns, namespace } = this.request
    if (namespace !== '' && change.namespace !== namespace) return false
    if (!nouns.some((noun) => noun.plural === change.noun && !this.denied.has(noun))) return false
    // The newest goes to the end, so that ids only grow.
    this.characters -= this.changes.get(change.key)?.text.length ?? 0
    this.changes.delete(change.key)
    this.changes.set(change.key, change)
    this.characters += change.text.length
    if (this.changes.size > mostWaiting || this.characters > mostCharacters) {
      this.clear()
      this.isTooMuch = true
    }
    return true
  }

  get hasSome(): boolean {
    return this.changes.size > 0 || this.isTooMuch
  }

  take(): readonly LoggedChange[] | 'too-many' {
    const changes = [...this.changes.values()]
    this.told = changes.at(-1)?.sequence ?? this.told
    this.clear()
    if (!this.isTooMuch) return changes
    this.isTooMuch = false
    return 'too-many'
  }

  private clear(): void {
    this.changes.clear()
    this.characters = 0
  }

  deny(noun: Noun): void {
    this.denied.add(noun)
  }

  isDenied(noun: Noun): boolean {
    return this.denied.has(noun)
  }
}

/** The kinds of which the asker may see anything. With no namespace every object is looked at by itself. */
async function allowedNouns(
  { access }: LivePorts,
  { identity, nouns, namespace }: LiveRequest,
): Promise<readonly Noun[]> {
  if (namespace === '') return nouns
  const answers = await Promise.all(
    nouns.map((noun) => access.allows(identity, watchOf(noun, namespace))),
  )
  return nouns.filter((_, at) => answers[at])
}

async function maySee(
  { hub, access }: LivePorts,
  { identity }: LiveRequest,
  change: LoggedChange,
): Promise<boolean> {
  const noun = hub.noun(change.noun)
  if (noun === undefined) return false
  // Most may see all of it or only their own namespaces: both are answers that are kept.
  if (await access.allows(identity, watchOf(noun, ''))) return true
  return change.namespace !== '' && (await access.allows(identity, watchOf(noun, change.namespace)))
}

function watchOf({ definition }: Noun, namespace: string) {
  const { group, resource, namespaced } = resourceOf(definition)
  return { verb: 'watch', group, resource, ...(namespaced ? { namespace } : {}) }
}

function textOf(id: string, event: StreamEvent['event'], data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
