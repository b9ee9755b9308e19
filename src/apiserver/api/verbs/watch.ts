import type { JsonObject } from '../../../objects/json.ts'
import { statusOf, StatusError } from '../../errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { objectOf, textOfJson } from '../../registry/encode.ts'
import { Entry, type StoreEvent } from '../../storage/entry.ts'
import { expired } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { encodeEvent, eventLine, type EventType } from './encode-event.ts'
import type { ListOptions } from './list-options.ts'
import { headersOf } from '../respond.ts'
import { readSelection, type Selection } from './selection.ts'
import { WatchStream } from './watch-stream.ts'

const bookmarkEvery = 60_000
const beforeEnd = 2000
const shortestWatch = 1_800_000
const mostBytesWaiting = 64 << 20

/** Answers a watch: what is there if that was asked for, then every change until somebody ends it. */
export function answerWatch(call: Call, options: ListOptions): ApiAnswer {
  const after = watchRevision(options.resourceVersion)
  const selection = readSelection(call.query, call.served, call.route.name)
  const ends: (() => void)[] = []
  const stream = new WatchStream(mostBytesWaiting, () => {
    for (const end of ends) end()
  })
  const watch = new Watch(call, options, selection, stream)
  try {
    ends.push(...watch.start(after))
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    stream.push(eventLine('ERROR', Buffer.from(textOfJson(statusOf(error)))))
    stream.end()
  }
  const stop = () => stream.end()
  const { signal } = call.request
  signal.addEventListener('abort', stop, { once: true })
  ends.push(() => signal.removeEventListener('abort', stop))
  if (signal.aborted) stop()
  const type = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
  return { status: 200, headers: headersOf(call, type), body: stream }
}

function watchRevision(text: string): number {
  if (text === '' || /^\d+$/.test(text)) return Number(text)
  const message = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`
  throw new StatusError(500, '', message)
}

class Watch {
  readonly #call: Call
  readonly #options: ListOptions
  readonly #selection: Selection
  readonly #stream: WatchStream
  readonly #prefix: string
  #isFirst = true
  #lastSent = 0

  constructor(call: Call, options: ListOptions, selection: Selection, stream: WatchStream) {
    this.#call = call
    this.#options = options
    this.#selection = selection
    this.#stream = stream
    this.#prefix = call.route.namespace === '' ? '' : `${call.route.namespace}/`
  }

  /** Gives what has to be called at the end. */
  start(after: number): (() => void)[] {
    const { registry, served } = this.#call
    const { store, clock } = registry
    const { sendInitialEvents, allowBookmarks, timeoutSeconds } = this.#options
    const begins = sendInitialEvents === true || (sendInitialEvents === undefined && after === 0)
    const oldest = Math.max(store.compacted, served.since ?? 0)
    if (!begins && after > 0 && after < oldest) {
      throw expired(`too old resource version: ${after} (${oldest})`)
    }
    const from = begins || after === 0 ? store.revision : after
    if (begins) this.#sendState()
    if (begins && sendInitialEvents === true && allowBookmarks) this.#bookmark(true)
    // A revision that has not happened yet is waited for: earlier events are not sent.
    const stop = store.watch(served.bucket, Math.min(from, store.revision), (event) => {
      if (event.revision > from) this.#send(event)
    })
    const longest = shortestWatch * (1 + registry.random())
    const limit = timeoutSeconds === undefined ? longest : timeoutSeconds * 1000
    const cancel = clock.after(limit, () => this.#stream.end())
    if (!allowBookmarks) return [stop, cancel]
    return [stop, cancel, this.#bookmarkRegularly(limit - beforeEnd)]
  }

  #sendState(): void {
    const { registry, served } = this.#call
    for (const entry of registry.store.list(served.bucket, this.#prefix)) {
      if (!this.#selects(entry)) continue
      this.#push('ADDED', {
        type: 'put',
        revision: entry.revision,
        entry,
        previous: undefined,
        at: 0,
      })
    }
  }

  #send(event: StoreEvent): void {
    if (!event.entry.name.startsWith(this.#prefix)) return
    const type = this.#typeFor(event)
    if (type !== undefined) this.#push(type, event)
  }

  /** An object that comes to match is sent as added, one that ceases to as deleted. */
  #typeFor(event: StoreEvent): EventType | undefined {
    const before = event.previous !== undefined && this.#selects(event.previous)
    if (event.type === 'delete') return before ? 'DELETED' : undefined
    const now = this.#selects(event.entry)
    if (before) return now ? 'MODIFIED' : 'DELETED'
    return now ? 'ADDED' : undefined
  }

  #selects(entry: Entry): boolean {
    if (this.#selection.isEverything) return true
    return this.#selection.matches(objectOf(this.#call.served, entry))
  }

  #push(type: EventType, event: StoreEvent): void {
    this.#stream.push(encodeEvent(this.#call, type, event, this.#isFirst))
    this.#isFirst = false
    this.#lastSent = event.revision
  }

  /** The last one comes shortly before the end, so that the client can resume from there. */
  #bookmarkRegularly(last: number): () => void {
    const { clock } = this.#call.registry
    let cancel: (() => void) | undefined
    const next = (left: number) => {
      if (left <= 0) return
      const wait = Math.min(bookmarkEvery, left)
      cancel = clock.after(wait, () => {
        this.#bookmark(false)
        next(left - wait)
      })
    }
    next(Math.max(last, 1))
    return () => cancel?.()
  }

  #bookmark(endsInitial: boolean): void {
    const { registry, served } = this.#call
    const { revision } = registry.store
    if (!endsInitial && revision === this.#lastSent) return
    this.#lastSent = revision
    const annotations = endsInitial ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}
    const object: JsonObject = {
      kind: served.resource.kind,
      apiVersion: served.apiVersion,
      metadata: { resourceVersion: String(revision), ...annotations },
    }
    const entry = new Entry({ bucket: '', name: '', revision }, Buffer.from(textOfJson(object)), {
      ...object,
      apiVersion: served.storedApiVersion,
    })
    const event: StoreEvent = { type: 'put', revision, entry, previous: undefined, at: 0 }
    this.#stream.push(encodeEvent(this.#call, 'BOOKMARK', event, this.#isFirst))
  }
}
