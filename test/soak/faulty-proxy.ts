import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Access } from '../testbed/send.ts'

/** The faults that the proxy has made so far. */
export interface Faults {
  resets: number
  gone: number
  stalls: number
}

/** A bad road between a client and the real API server. It speaks plain HTTP here and as the administrator there. */
export interface FaultyProxy {
  readonly url: string
  readonly faults: Readonly<Faults>
  /** Breaks a connection in the middle of whatever it carries; says whether there was one. */
  readonly reset: () => boolean
  /** The next watch is told that its place is forgotten: by turns as an answer and as an event. */
  readonly forget: () => void
  /** The next watch hears nothing any more, while its connection stays open. */
  readonly stall: () => void
  /** While closed, connections are accepted and lead nowhere. */
  readonly setRoad: (state: 'open' | 'closed') => void
  readonly close: () => Promise<void>
}

interface Plan {
  forget: number
  stall: number
  road: 'open' | 'closed'
}

const expired = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version: 1 (2)',
  reason: 'Expired',
  code: 410,
}

export async function startFaultyProxy(access: Access): Promise<FaultyProxy> {
  const { ca, certificate, key } = access
  const agent = new Agent({ keepAlive: true, ca, cert: certificate, key })
  const faults: Faults = { resets: 0, gone: 0, stalls: 0 }
  const plan: Plan = { forget: 0, stall: 0, road: 'open' }
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    if (plan.road === 'closed') return
    const isWatch = incoming.url?.includes('watch=true') ?? false
    if (isWatch && answerGone(plan, faults, outgoing)) return
    forward(incoming, outgoing, { agent, access, isWatch, plan, faults })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    reset: () => {
      const all = [...sockets]
      const victim = all[Math.floor(Math.random() * all.length)]
      if (victim === undefined) return false
      victim.resetAndDestroy()
      faults.resets++
      return true
    },
    forget: () => void plan.forget++,
    stall: () => void plan.stall++,
    setRoad: (state) => {
      plan.road = state
      if (state === 'closed') cutAll(sockets)
    },
    close: () => closeServer(server, agent, sockets),
  }
}

function cutAll(sockets: ReadonlySet<Socket>): void {
  // Neither end nor reset is told: the other side has to notice by itself.
  for (const socket of sockets) socket.pause().removeAllListeners('data')
}

function answerGone(plan: Plan, faults: Faults, outgoing: ServerResponse): boolean {
  if (plan.forget === 0) return false
  plan.forget--
  faults.gone++
  if (faults.gone % 2 === 0) {
    outgoing.writeHead(410, { 'content-type': 'application/json' }).end(JSON.stringify(expired))
  } else {
    const line = JSON.stringify({ type: 'ERROR', object: expired })
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(`${line}\n`)
  }
  return true
}

interface Road {
  readonly agent: Agent
  readonly access: Access
  readonly isWatch: boolean
  readonly plan: Plan
  readonly faults: Faults
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, road: Road): void {
  const { agent, access, isWatch, plan, faults } = road
  const { host: _, ...headers } = incoming.headers
  const upstream = httpsRequest(new URL(incoming.url ?? '/', access.url), {
    agent,
    method: incoming.method ?? 'GET',
    headers,
  })
  const isStalled = isWatch && plan.stall > 0
  if (isStalled) {
    plan.stall--
    faults.stalls++
  }
  upstream.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.on('data', (chunk: Uint8Array) => {
      const isHeard = !isStalled && plan.road === 'open'
      if (isHeard && !outgoing.write(chunk)) {
        answer.pause()
        outgoing.once('drain', () => answer.resume())
      }
    })
    answer.on('end', () => outgoing.end())
    answer.on('error', () => outgoing.destroy())
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

async function closeServer(server: Server, agent: Agent, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  server.close()
  agent.destroy()
  await once(server, 'close')
}
