import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chartConfigJson } from '../../sources/oci/chart-config.ts'
import { listenHttp } from '../../std/node/listen-http.ts'
import type { BuiltInChart } from './built-in-charts.ts'

/** A repository of charts on this machine. */
export interface ServedCharts {
  readonly url: string
  readonly stop: () => Promise<void>
}

const host = '127.0.0.1'

/** Serves charts as a repository with an index, from memory, on this machine alone. */
export async function serveCharts(
  charts: readonly BuiltInChart[],
  port: number,
): Promise<ServedCharts> {
  const files = repositoryFiles(charts)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    send(request, response, files.get(path))
  }
  const { url, stop } = await listenHttp(answer, { host, port })
  return { url, stop }
}

/** The answers of a repository of these charts, by path. */
export function repositoryFiles(charts: readonly BuiltInChart[]): ReadonlyMap<string, Uint8Array> {
  const files = charts.map(({ fileName, archive }) => [`/${fileName}`, archive] as const)
  return new Map([...files, ['/index.yaml', Buffer.from(indexText(charts))]])
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array | undefined,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
  }
  if (body === undefined) return void response.writeHead(404).end()
  const etag = `"${digestOf(body).slice(0, 32)}"`
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  response.writeHead(200, { etag, 'content-length': body.length })
  return void response.end(request.method === 'HEAD' ? undefined : body)
}

// JSON is YAML. Without a time in it, the same charts give the same index.
function indexText(charts: readonly BuiltInChart[]): string {
  const entries: Record<string, unknown[]> = {}
  for (const { fileName, archive, chart } of charts) {
    const { metadata } = chart
    const about = JSON.parse(chartConfigJson(metadata)) as Record<string, unknown>
    const entry = { ...about, urls: [fileName], digest: digestOf(archive) }
    entries[metadata.name] = [...(entries[metadata.name] ?? []), entry]
  }
  return JSON.stringify({ apiVersion: 'v1', entries })
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
