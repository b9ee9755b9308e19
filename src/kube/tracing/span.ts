import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** A piece of work that took some time, as OpenTelemetry has it. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  /** Nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

interface Current {
  readonly traceId: string
  readonly spanId: string
}

/** Finds out what a span led to, when it has ended. */
export type Outcome = Readonly<Record<string, string | number>>

/** Follows work through the process: what runs inside a span has it as its parent. */
export class Tracer {
  private readonly current = new AsyncLocalStorage<Current>()
  private readonly ended: (span: Span) => void
  private readonly now: () => number

  /** `now` gives milliseconds since 1970. */
  constructor(ended: (span: Span) => void, now: () => number) {
    this.ended = ended
    this.now = now
  }

  /** The span that the work of the caller is part of, as W3C's Trace Context writes it; undefined when nothing is traced. */
  get traceparent(): string | undefined {
    const { traceId, spanId } = this.current.getStore() ?? {}
    return traceId === undefined || spanId === undefined ? undefined : `00-${traceId}-${spanId}-01`
  }

  /** Runs work as a span. `traceparent` names the span of another process that asked for it. */
  async run<Result>(
    begun: {
      readonly name: string
      readonly kind: Span['kind']
      readonly attributes: Span['attributes']
      readonly traceparent?: string | undefined
    },
    work: () => Promise<Result>,
    outcomeOf: (result: Result) => Outcome,
  ): Promise<Result> {
    const parent = this.current.getStore() ?? parentIn(begun.traceparent)
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    const spanId = randomBytes(8).toString('hex')
    const start = this.nanoseconds()
    const end = (attributes: Outcome, failed: boolean) =>
      this.ended({
        traceId,
        spanId,
        parentSpanId: parent?.spanId ?? '',
        name: begun.name,
        kind: begun.kind,
        start,
        end: this.nanoseconds(),
        attributes: { ...begun.attributes, ...attributes },
        failed,
      })
    try {
      const result = await this.current.run({ traceId, spanId }, work)
      end(outcomeOf(result), false)
      return result
    } catch (error) {
      // The name alone: a message may hold what the one who reads traces may not see.
      end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
      throw error
    }
  }

  private nanoseconds(): bigint {
    return BigInt(Math.round(this.now() * 1000)) * 1000n
  }
}

/** The span of the asker, as W3C's Trace Context writes it. */
function parentIn(header: string | undefined): Current | undefined {
  const [, traceId = '', spanId = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '') ?? []
  return traceId === '' || /^0+$/.test(traceId) ? undefined : { traceId, spanId }
}
