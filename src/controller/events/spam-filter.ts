import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { Clock } from '../../std/clock.ts'
import type { EventFacts } from './occurrence.ts'

interface Bucket {
  tokens: number
  at: number
}

// client-go's own numbers: 25 at once, then one in five minutes.
const burst = 25
const refillMilliseconds = 5 * 60_000
const mostBuckets = 8192

/** Cuts off an object about which too much is said: steps for themselves, so that none hides a failure. */
export class SpamFilter {
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  allows(object: KubeObject, type: EventFacts['type']): boolean {
    const key = `${type} ${object.kind} ${namespaceOf(object)}/${nameOf(object)}`
    const now = this.clock.monotonic()
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / refillMilliseconds)
    bucket.at = now
    // The newest last, so that the oldest goes first.
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    const [oldest] = this.buckets.keys()
    if (this.buckets.size > mostBuckets && oldest !== undefined) this.buckets.delete(oldest)
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }
}
