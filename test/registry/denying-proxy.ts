import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A registry behind a proxy that refuses requests when told: everything before them has gone through. */
export interface DenyingProxy {
  readonly host: string
  /** Refuses requests whose line `METHOD PATH` matches from now on, or none. */
  readonly deny: (pattern: RegExp | undefined) => void
  /** How many were refused since the last `deny`. */
  readonly denied: () => number
  readonly stop: () => Promise<void>
}

const refusal = '{"errors":[{"code":"DENIED","message":"not on my watch"}]}'

/** Starts a proxy before a registry of this machine. */
export async function startDenyingProxy(host: string): Promise<DenyingProxy> {
  let pattern: RegExp | undefined
  let denied = 0
  const server = createServer((asked, answer) => {
    if (pattern?.test(`${asked.method} ${asked.url}`) !== true) {
      passOn(host, asked, answer)
      return
    }
    denied++
    asked.resume()
    answer.writeHead(403, { 'content-type': 'application/json' }).end(refusal)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    deny: (wanted) => {
      pattern = wanted
      denied = 0
    },
    denied: () => denied,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// With the header Host as it came, so that the places of uploads lead through here again.
function passOn(host: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = asked
  const [hostname, port] = host.split(':')
  const onward = request({ hostname, port, method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}
