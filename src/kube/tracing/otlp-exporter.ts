import { fetch } from 'undici'
import type { Clock } from '../../std/clock.ts'
import type { Span } from './span.ts'

export interface ExporterOptions {
  /** Of the collector, such as `http://127.0.0.1:4318`; spans go to `/v1/traces` below it. */
  readonly endpoint: URL
  readonly version: string
  readonly clock: Clock
  /** Told when the collector does not take spans. */
  readonly failed: (error: unknown) => void
}

/** Milliseconds that spans are gathered for. */
const gatherFor = 2000
const patience = 10_000
/** Spans that wait; more are dropped, for traces must not cost the server its memory. */
const mostSpans = 4096
/** As OpenTelemetry numbers them. */
const kinds = { internal: 1, server: 2, client: 3 } as const

/** Sends spans to a collector by OTLP over HTTP, as JSON. */
export class OtlpExporter {
  private readonly options: ExporterOptions
  private waiting: Span[] = []
  private cancel: (() => void) | undefined
  private isTroubled = false

  constructor(options: ExporterOptions) {
    this.options = options
  }

  readonly add = (span: Span): void => {
    if (this.waiting.length >= mostSpans) return
    this.waiting.push(span)
    this.cancel ??= this.options.clock.after(gatherFor, () => void this.flush())
  }

  /** Sends the spans that wait. */
  async flush(): Promise<void> {
    this.cancel?.()
    this.cancel = undefined
    const spans = this.waiting
    if (spans.length === 0) return
    this.waiting = []
    try {
      const answer = await fetch(new URL('v1/traces', withSlash(this.options.endpoint)), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(this.documentOf(spans)),
        signal: AbortSignal.timeout(patience),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector of traces answers ${answer.status}`)
      this.isTroubled = false
    } catch (error) {
      // Told once, until it works again: the log is not for every two seconds of an outage.
      if (!this.isTroubled) this.options.failed(error)
      this.isTroubled = true
    }
  }

  private documentOf(spans: readonly Span[]) {
    const resource = { 'service.name': 'outrigger', 'service.version': this.options.version }
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [{ scope: { name: 'outrigger' }, spans: spans.map(spanOf) }],
        },
      ],
    }
  }
}

function withSlash(endpoint: URL): string {
  return endpoint.href.endsWith('/') ? endpoint.href : `${endpoint.href}/`
}

function spanOf(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === '' ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: String(span.start),
    endTimeUnixNano: String(span.end),
    attributes: attributesOf(span.attributes),
    // Unset and error, as OpenTelemetry numbers them.
    status: { code: span.failed ? 2 : 0 },
  }
}

function attributesOf(values: Readonly<Record<string, string | number>>) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
