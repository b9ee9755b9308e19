import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 inside, 2 of a server, 3 of a client. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly unknown[] }
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** A collector of traces by OTLP that keeps what it gets. */
export interface Collector {
  readonly url: URL
  readonly received: readonly Export[]
  readonly paths: readonly string[]
  readonly spans: () => readonly ReceivedSpan[]
  readonly spansOf: (traceId: string) => readonly ReceivedSpan[]
  readonly close: () => Promise<void>
}

export async function openCollector(): Promise<Collector> {
  const received: Export[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      paths.push(request.url ?? '')
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Export)
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const spans = () =>
    received
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans: found }) => found)
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    received,
    paths,
    spans,
    spansOf: (traceId) => spans().filter((one) => one.traceId === traceId),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
