import { createObject } from '../../kube/objects/write-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { type Dialect, coreDialect, eventsDialect } from './dialects.ts'
import { type EventFacts, type Occurrence, keyOfEvent } from './occurrence.ts'
import { SpamFilter } from './spam-filter.ts'

export interface RecorderOptions {
  /** The controller that speaks, `outrigger.dev/plugin`. */
  readonly controller: string
  /** This process, such as the name of its pod. */
  readonly instance: string
  /** Told of every event, also of those that are not written because there are too many. */
  readonly told?: (event: ToldEvent) => void
  /** An event could not be written, or there were too many; the work itself goes on. */
  readonly lost?: (why: unknown) => void
}

/** An event, and the pass that it comes from. */
export interface ToldEvent extends Pick<Occurrence, 'object' | 'facts'> {
  readonly passId: string
}

// As long as the same thing is said again within this time, it is one event with a count.
const seriesMilliseconds = 6 * 60_000
const mostSeries = 4096
const mostPending = 4096
// Telling of a roll-out of thousands must not slow it down: after so many at once, what is normal waits its turn. The client lets
// everything else go before it, too.
const burst = 50
const refillMilliseconds = 50

interface Series {
  readonly name: string
  count: number
  lastAt: number
}

/**
 * Tells people what happened to an object. Saying the same again makes a count of it, saying very much about one object is
 * cut off, and nothing here ever fails or delays the work that the event is about.
 */
export class EventRecorder {
  private readonly client: KubeClient
  private readonly options: RecorderOptions
  private readonly filter: SpamFilter
  private readonly series = new Map<string, Series>()
  private readonly warnings: Occurrence[] = []
  private readonly pending: Occurrence[] = []
  private tokens = burst
  private refilledAt = 0
  private wake: (() => void) | undefined
  private dialect: Dialect = eventsDialect
  private made = 0

  constructor(client: KubeClient, options: RecorderOptions) {
    this.client = client.withPriority('background')
    this.options = options
    this.filter = new SpamFilter(client.clock)
    this.refilledAt = client.clock.monotonic()
  }

  /** Notes an event; it is written in the background. */
  record(object: KubeObject, facts: EventFacts, passId = ''): void {
    this.options.told?.({ object, facts, passId })
    if (!this.filter.allows(object, facts.type)) {
      // A failure that goes on has its event already: only the count would change.
      if (!this.isTold(object, facts)) this.options.lost?.('too many events about one object')
      return
    }
    const queue = facts.type === 'Warning' ? this.warnings : this.pending
    if (queue.length >= mostPending) return this.options.lost?.('too many events wait')
    queue.push({ object, facts, at: this.client.clock.now() })
    this.wake?.()
  }

  private isTold(object: KubeObject, facts: EventFacts): boolean {
    const at = this.client.clock.now()
    const known = this.series.get(keyOfEvent({ object, facts, at }))
    if (known === undefined || at - known.lastAt > seriesMilliseconds) return false
    known.lastAt = at
    return true
  }

  /** Writes events until the signal, then what still waits is lost. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.take()
      if (next === undefined) await this.untilPending(signal)
      else await this.write(next, signal)
    }
  }

  /** Whether everything that was noted has been written. */
  get isIdle(): boolean {
    return this.pending.length === 0 && this.warnings.length === 0
  }

  private take(): Occurrence | undefined {
    const warning = this.warnings.shift()
    if (warning !== undefined) return warning
    const now = this.client.clock.monotonic()
    const gained = Math.floor((now - this.refilledAt) / refillMilliseconds)
    this.refilledAt += gained * refillMilliseconds
    this.tokens = Math.min(burst, this.tokens + gained)
    if (this.tokens === 0 || this.pending.length === 0) return undefined
    this.tokens--
    return this.pending.shift()
  }

  private untilPending(signal: AbortSignal): Promise<void> {
    const { clock } = this.client
    return new Promise((resolve) => {
      const isPaced = this.pending.length > 0
      const cancel = isPaced ? clock.after(refillMilliseconds, () => done()) : () => {}
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        this.wake = undefined
        resolve()
      }
      this.wake = done
      signal.addEventListener('abort', done, { once: true })
    })
  }

  private async write(occurrence: Occurrence, signal: AbortSignal): Promise<void> {
    try {
      await this.send(occurrence, signal)
    } catch (error) {
      if (!signal.aborted && !isOfGoneNamespace(error)) this.options.lost?.(error)
    }
  }

  private async send(occurrence: Occurrence, signal: AbortSignal): Promise<void> {
    const key = keyOfEvent(occurrence)
    const known = this.series.get(key)
    if (known !== undefined && occurrence.at - known.lastAt <= seriesMilliseconds) {
      known.count++
      known.lastAt = occurrence.at
      if (await this.patch(occurrence, known, signal)) return
    }
    const name = this.nameFor(occurrence)
    await this.create(occurrence, name, signal)
    this.series.delete(key)
    this.series.set(key, { name, count: 1, lastAt: occurrence.at })
    const [oldest] = this.series.keys()
    if (this.series.size > mostSeries && oldest !== undefined) this.series.delete(oldest)
  }

  private async patch(
    occurrence: Occurrence,
    { name, count }: Series,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { resource, seriesPatch } = this.dialect
    const target = { resource, namespace: namespaceFor(occurrence), name }
    const patch = { type: 'merge', patch: seriesPatch(occurrence, count) } as const
    try {
      await patchObject(this.client, target, patch, {}, signal)
      return true
    } catch (error) {
      // Servers forget events after an hour.
      if (isKubeError(error, 'not-found')) return false
      throw error
    }
  }

  private async create(occurrence: Occurrence, name: string, signal: AbortSignal): Promise<void> {
    const metadata = { namespace: namespaceFor(occurrence), name }
    const make = (dialect: Dialect) =>
      createObject(
        this.client,
        dialect.resource,
        { ...dialect.body(occurrence, this.options), metadata },
        {},
        signal,
      )
    try {
      await make(this.dialect)
    } catch (error) {
      const isUnknown = isKubeError(error, 'not-found') && this.dialect === eventsDialect
      if (!isUnknown || error.causes.length > 0 || /namespaces/.test(error.message)) throw error
      this.dialect = coreDialect
      await make(coreDialect)
    }
  }

  private nameFor({ object, at }: Occurrence): string {
    const unique = `${at.toString(16)}${(this.made++ % 65_536).toString(16).padStart(4, '0')}`
    const random = Math.floor(this.client.random() * 65_536).toString(16)
    const name = nameOf(object).slice(0, 200)
    return `${name}.${unique}${random.padStart(4, '0')}`
  }
}

// An event about an object that goes with its namespace has no reader.
function isOfGoneNamespace(error: unknown): boolean {
  if (isKubeError(error, 'not-found')) return true
  return isKubeError(error, 'forbidden') && /being terminated/.test(error.message)
}

function namespaceFor({ object }: Occurrence): string {
  return namespaceOf(object) || 'default'
}
