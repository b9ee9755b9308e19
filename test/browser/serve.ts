import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize, relative } from 'node:path'
import { build } from 'esbuild'

// No inline script, no eval, nothing from elsewhere: what the web page will allow.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'"
const html =
  '<!doctype html><meta charset="utf-8"><title>render</title><script type="module" src="/page.js"></script>'

export interface PageServer {
  readonly address: string
  readonly close: () => Promise<void>
}

/** Serves the page that renders charts, and a corpus folder below /corpus/, on loopback. */
export async function servePage(corpus: string): Promise<PageServer> {
  const script = await bundlePage()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answer = answerFor(url, { corpus, script })
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', answer.type)
    response.statusCode = answer.status
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
}

function answerFor(url: URL, { corpus, script }: { corpus: string; script: string }): Answer {
  const path = normalize(decodeURIComponent(url.pathname))
  if (path === '/') return { status: 200, type: 'text/html', body: html }
  if (path === '/page.js') return { status: 200, type: 'text/javascript', body: script }
  if (!path.startsWith('/corpus/')) return { status: 404, type: 'text/plain', body: 'no such file' }
  const file = join(corpus, path.slice('/corpus/'.length))
  if (!url.searchParams.has('list')) {
    return { status: 200, type: 'application/octet-stream', body: readFileSync(file) }
  }
  return { status: 200, type: 'application/json', body: JSON.stringify(filesBelow(file)) }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(folder, path))
    .toSorted()
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
