import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly bytes: Buffer
}

export interface ScriptedServer {
  readonly host: string
  readonly url: string
  readonly seen: readonly Seen[]
  readonly stop: () => Promise<void>
}

/** Answers one request; the body has been read. */
export type Script = (request: Seen, response: ServerResponse) => void

/** A server that misbehaves as told, for what no good registry does. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const bytes = Buffer.concat(chunks)
      const body = bytes.toString()
      const one = { method, path, headers, authorization: headers.authorization, body, bytes }
      seen.push(one)
      script(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { host, url: `http://${host}`, seen, stop }
}
