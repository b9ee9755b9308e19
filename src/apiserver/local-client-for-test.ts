import type { Json } from '../objects/json.ts'
import { parseJson } from '../objects/json-text.ts'
import { inProcessTransport } from './http/in-process.ts'
import { memoryFiles } from './storage/memory-files.ts'
import { startApiServer, type ApiServer, type ApiServerOptions } from './server.ts'

export interface LocalAnswer {
  readonly status: number
  readonly body: Json
  readonly warnings: readonly string[]
  readonly type: string
}

/** A client in the same process that says what it wants in one line. */
export interface LocalClient {
  readonly server: ApiServer
  readonly send: (
    method: string,
    path: string,
    body?: Json | string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<LocalAnswer>
  /** The lines of a watch, one event each; leaving the loop ends it. */
  readonly watch: (path: string) => AsyncGenerator<Json>
}

/** A server of its own for a test, and a client as its administrator. */
export async function localClient(options: Partial<ApiServerOptions> = {}): Promise<LocalClient> {
  const server = await startApiServer({ files: memoryFiles(), ...options })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(server.answer, peer)
  // Where there is a certificate, nobody looks at a token.
  const byToken = inProcessTransport(server.answer, {})
  return {
    server,
    async send(method, path, body, headers = {}) {
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
      const request = {
        method,
        path,
        headers: { 'user-agent': 'test/1.0', ...headers },
        ...(text !== '' && { body: text }),
      }
      const ask = 'authorization' in headers ? byToken : transport
      const answer = await ask(request, new AbortController().signal)
      const chunks = await Array.fromAsync(answer.body)
      const read = Buffer.concat(chunks).toString()
      const type = answer.header('content-type')[0] ?? ''
      return {
        status: answer.status,
        body: type.startsWith('application/json') && read !== '' ? parseJson(read) : read,
        warnings: answer.header('warning'),
        type,
      }
    },
    async *watch(path) {
      const leaving = new AbortController()
      try {
        const request = { method: 'GET', path, headers: {} }
        const { body } = await transport(request, leaving.signal)
        for await (const chunk of body) {
          for (const line of Buffer.from(chunk).toString().trimEnd().split('\n')) {
            yield parseJson(line)
          }
        }
      } finally {
        leaving.abort()
      }
    },
  }
}
