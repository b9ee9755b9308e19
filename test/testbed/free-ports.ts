import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'

// Below the range that the kernel gives to outgoing connections, so that a part which is down for a moment keeps its port.
const lowest = 20_000
const highest = 32_000

/** Ports of 127.0.0.1 that nobody listens on, all different. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers: Server[] = []
  const ports: number[] = []
  try {
    while (ports.length < count) {
      const port = randomInt(lowest, highest)
      const server = await tryListen(port)
      if (server === undefined) continue
      servers.push(server)
      ports.push(port)
    }
  } finally {
    await Promise.all(servers.map(close))
  }
  return ports
}

async function tryListen(port: number): Promise<Server | undefined> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
