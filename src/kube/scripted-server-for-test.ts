import type { Json } from '../objects/json.ts'
import { type Clock, abortReason } from '../std/clock.ts'
import { type KubeClient, type KubeClientOptions, createKubeClient } from './client.ts'
import { writeJson } from './json.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** A piece of a body that lasts until the connection is given up. */
export const silence = { lasts: true } as const

/** A request as a test looks at it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: TransportRequest['headers']
  readonly body: Json | undefined
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, readonly string[]>>
  readonly json?: Json
  /** Pieces of the body instead; an Error breaks the connection. */
  readonly pieces?: readonly (string | Uint8Array | Error | typeof silence)[]
}

export interface ScriptedServer {
  readonly client: KubeClient
  readonly asked: readonly Asked[]
}

/** A server in this process that answers as a test says; a thrown error is a connection that failed. */
export function scriptedServer(
  clock: Clock,
  answer: (asked: Asked, count: number) => Reply,
  options: Partial<KubeClientOptions> = {},
): ScriptedServer {
  const asked: Asked[] = []
  const transport: Transport = async (request, signal) => {
    const one = askedOf(request)
    asked.push(one)
    const { status = 200, headers = {}, json, pieces } = answer(one, asked.length)
    return {
      status,
      header: (name) => headers[name] ?? [],
      body: bodyOf(pieces ?? [writeJson(json ?? {})], signal),
    }
  }
  const client = createKubeClient({
    rateLimit: 'none',
    random: () => 0,
    clock,
    transport,
    ...options,
  })
  return { client, asked }
}

/** A Status as servers send it. */
export function statusBody(
  code: number,
  reason: string,
  more: Readonly<Record<string, Json>> = {},
): Json {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message: reason,
    ...more,
  }
}

/** One line of a watch. */
export function eventLine(type: string, object: Json): string {
  return `${writeJson({ type, object })}\n`
}

function askedOf({ method, path, headers, body }: TransportRequest): Asked {
  const url = new URL(path, 'https://server')
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers,
    body: body === undefined ? undefined : (JSON.parse(body) as Json),
  }
}

async function* bodyOf(
  pieces: NonNullable<Reply['pieces']>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    if (typeof piece === 'string') yield Buffer.from(piece)
    else if (piece instanceof Uint8Array) yield piece
    else await untilAborted(signal)
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(abortReason(signal))
    signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true })
  })
}
