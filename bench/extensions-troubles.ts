import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'

/** Something at a port that is not a cluster, or not always. */
export interface Trouble {
  readonly port: number
  readonly close: () => void
}

/** Accepts connections and never answers. */
export async function openHole(): Promise<Trouble> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).resume()
  })
  return { port: await listen(server), close: () => end(server, sockets) }
}

// Longer than what repeated requests bridge, so that it is seen to be gone.
const flapMilliseconds = 5000

/** Passes on to a server for a moment, then cuts everything and refuses for a moment. */
export async function openFlapping(port: number): Promise<Trouble> {
  const sockets = new Set<Socket>()
  let isUp = true
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (!isUp) return void socket.resetAndDestroy()
    const other = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    sockets.add(socket).add(other)
    socket.pipe(other).pipe(socket)
  })
  const timer = setInterval(() => {
    isUp = !isUp
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }, flapMilliseconds)
  const close = () => {
    clearInterval(timer)
    end(server, sockets)
  }
  return { port: await listen(server), close }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}

function end(server: Server, sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
  server.close()
}
