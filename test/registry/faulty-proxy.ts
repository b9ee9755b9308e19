import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fate of a request that is not passed on. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** The connection breaks after so many bytes of the request's body went on. */
  | { readonly cutAfter: number }
  /** After so many bytes of the answer's body nothing more comes. */
  | { readonly stallAfter: number }

type Fate = Fault | undefined

export interface Passed {
  readonly method: string
  readonly path: string
  /** Bytes of the request's body that went on to the registry. */
  bytes: number
  /** Bytes of the answer's body that came back. */
  answered: number
  /** Where in a blob the answer was asked to begin. */
  readonly range: string | undefined
  /** Whether the answer has come to its end. */
  isAnswered: boolean
}

export interface FaultyProxy {
  readonly host: string
  readonly url: string
  readonly seen: Passed[]
  /** Asked for every request, which waits for the answer; undefined lets it pass. */
  fault: (request: Pick<Passed, 'method' | 'path'>) => Fate | Promise<Fate>
  readonly stop: () => Promise<void>
}

/** Stands in front of a registry, counts what passes, and fails as told. */
export async function startFaultyProxy(
  target: string,
  /** Whose name the registry is called by: docker-registry gives locations by it, ours answers to its own alone. */
  calledBy: 'its own name' | "the proxy's name" = 'its own name',
): Promise<FaultyProxy> {
  const seen: Passed[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    const none = { bytes: 0, answered: 0, isAnswered: false }
    const passed: Passed = { method, path, range: headers.range, ...none }
    seen.push(passed)
    const meet = (fault: Fate) => {
      if (fault !== undefined && 'status' in fault) {
        incoming.resume()
        outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '')
      } else passOn(target, incoming, outgoing, { passed, fault, calledBy })
    }
    const fault = proxy.fault(passed)
    if (fault instanceof Promise) void fault.then(meet, () => outgoing.destroy())
    else meet(fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy: FaultyProxy = {
    host,
    url: `http://${host}`,
    seen,
    fault: () => undefined,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

interface Passing {
  readonly passed: Passed
  readonly fault: Exclude<Fate, { readonly status: number }>
  readonly calledBy: string
}

function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { passed, fault, calledBy }: Passing,
): void {
  const cutAfter = fault !== undefined && 'cutAfter' in fault ? fault.cutAfter : undefined
  const stallAfter = fault !== undefined && 'stallAfter' in fault ? fault.stallAfter : undefined
  const { method = 'GET', url = '/', headers } = incoming
  const { host, ...rest } = headers
  const name = calledBy === 'its own name' ? {} : { host }
  const upstream = request(
    `${target}${url}`,
    { method, headers: { ...rest, ...name } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answerWith(answer, outgoing, passed, stallAfter)
    },
  )
  const end = () => {
    upstream.destroy()
    incoming.destroy()
    outgoing.destroy()
  }
  upstream.on('error', end)
  outgoing.on('close', () => upstream.destroy())
  incoming.on('error', () => upstream.destroy())
  incoming.on('data', (chunk: Buffer) => {
    const room = cutAfter === undefined ? chunk.length : Math.max(0, cutAfter - passed.bytes)
    const piece = chunk.subarray(0, room)
    passed.bytes += piece.length
    const goesOn = upstream.write(piece, () => {
      if (piece.length < chunk.length) end()
    })
    if (goesOn) return
    incoming.pause()
    upstream.once('drain', () => incoming.resume())
  })
  incoming.on('end', () => upstream.end())
}

function answerWith(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  passed: Passed,
  stallAfter = Number.POSITIVE_INFINITY,
): void {
  answer.on('data', (chunk: Buffer) => {
    const piece = chunk.subarray(0, Math.max(0, stallAfter - passed.answered))
    passed.answered += piece.length
    if (outgoing.write(piece)) return
    answer.pause()
    outgoing.once('drain', () => answer.resume())
  })
  answer.on('end', () => {
    if (passed.answered >= stallAfter) return
    passed.isAnswered = true
    outgoing.end()
  })
  answer.on('error', () => outgoing.destroy())
}
