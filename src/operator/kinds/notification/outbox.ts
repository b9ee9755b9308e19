import type { NotifiedEvent } from './message.ts'

/** A message that waits, and how often it was tried. */
interface Waiting {
  readonly happening: NotifiedEvent
  attempts: number
}

/** The figures of one receiver. */
export interface OutboxFigures {
  readonly delivered: number
  readonly dropped: number
  /** RFC 3339. */
  readonly deliveredAt: string | undefined
}

const mostWaiting = 100
const mostAttempts = 8
/** Milliseconds in which the same about the same object is told once. */
const sameMilliseconds = 3_600_000
const mostRemembered = 1000

/** The messages for one receiver, in order: bounded, each tried a few times. */
export class Outbox {
  private readonly waiting: Waiting[] = []
  private readonly told = new Map<string, number>()
  private delivered = 0
  private dropped = 0
  private deliveredAt: string | undefined
  private loss: { readonly message: string; readonly generation: number } | undefined

  /** Takes a message, unless the same was told within the hour; of too many the oldest is dropped. */
  add(happening: NotifiedEvent, now: number): boolean {
    const { object, reason, message } = happening
    const key = JSON.stringify([object.kind, object.namespace, object.name, reason, message])
    const last = this.told.get(key)
    if (last !== undefined && now - last < sameMilliseconds) return false
    this.told.delete(key)
    this.told.set(key, now)
    const [oldest] = this.told.keys()
    if (this.told.size > mostRemembered && oldest !== undefined) this.told.delete(oldest)
    this.waiting.push({ happening, attempts: 0 })
    if (this.waiting.length > mostWaiting) {
      this.waiting.shift()
      this.dropped++
    }
    return true
  }

  get next(): NotifiedEvent | undefined {
    return this.waiting[0]?.happening
  }

  /** The receiver took the next one. */
  taken(now: string): void {
    this.waiting.shift()
    this.loss = undefined
    this.delivered++
    this.deliveredAt = now
  }

  /** The next one could not be delivered; one that was tried too often, or is refused for good, is given up. */
  failed(again: 'later' | 'never', message: string, generation: number): void {
    const [first] = this.waiting
    if (first === undefined) return
    first.attempts++
    if (again === 'later' && first.attempts < mostAttempts) return
    this.waiting.shift()
    this.dropped++
    this.loss = { message, generation }
  }

  /** Why the last message was given up under this generation of the Notification; undefined when one was taken since. */
  lossOf(generation: number): string | undefined {
    return this.loss?.generation === generation ? this.loss.message : undefined
  }

  get figures(): OutboxFigures {
    const { delivered, dropped, deliveredAt } = this
    return { delivered, dropped, deliveredAt }
  }
}
