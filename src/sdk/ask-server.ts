import type { Operations, Problem, StreamEvent } from './client-operations.generated.ts'
import { operationPaths } from './client-operations.generated.ts'

export interface AskOptions {
  /** Where the server is; empty in a page that it serves itself. */
  readonly url: string
  /** A token of the cluster; a browser sends its session instead. */
  readonly token?: string
  /** The value of `csrfToken` of `getMe`, which changes need where a session signs in. */
  readonly csrfToken?: string
  readonly fetch: typeof fetch
}

/** The name of an operation. */
export type Name = keyof Operations
/** The parts of the request of an operation. */
export type Parts<N extends Name> = Omit<Operations[N], 'answer'>
/** The parts may be left out where none of them is needed. */
type PartsGiven<N extends Name> =
  Record<string, never> extends Parts<N> ? [parts?: Parts<N>] : [parts: Parts<N>]

/** A server that can be asked. */
export interface Client {
  /** Carries out an operation. Throws an ApiProblem when the server says no. */
  readonly call: <N extends Name>(
    name: N,
    signal: AbortSignal,
    ...given: PartsGiven<N>
  ) => Promise<Operations[N]['answer']>
  /** Asks for a path that was put together by hand; gives the answer as it came. Throws an ApiProblem when the server says no. */
  readonly send: (
    method: Method,
    path: string,
    signal: AbortSignal,
    parts?: FreeParts,
  ) => Promise<Response>
  /** The events of a stream. A connection that breaks is opened again, and goes on where it was, until the signal. */
  readonly follow: <N extends Name>(
    name: N,
    signal: AbortSignal,
    ...given: PartsGiven<N>
  ) => AsyncGenerator<StreamEvent>
}

/** An error that the server answered. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The parts of a request whose path is whole. */
export interface FreeParts {
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface AnyParts extends FreeParts {
  readonly path?: Readonly<Record<string, string>>
}

/** Milliseconds before a broken stream is opened again. */
const pause = 1000

/** A client of a server, which asks by the fetch that it is given. */
export function createClientBy(options: AskOptions): Client {
  return {
    call: async (name, signal, ...[parts]) => {
      const answer = await carryOut(options, name, parts ?? {}, signal)
      const type = answer.headers.get('content-type') ?? ''
      const body = type.startsWith('application/json') ? answer.json() : textOf(answer, type)
      return (await body) as Operations[typeof name]['answer']
    },
    send: (method, path, signal, parts = {}) => send(options, { method, path, signal, ...parts }),
    follow: (name, signal, ...[parts]) => follow(options, name, parts ?? {}, signal),
  }
}

async function* follow(
  options: AskOptions,
  name: Name,
  parts: AnyParts,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  let last = ''
  while (!signal.aborted) {
    const header = last === '' ? {} : { 'last-event-id': last }
    const again = { ...parts, header: { ...parts.header, ...header } }
    for await (const event of oneConnection(options, name, again, signal)) {
      if (event.id !== '') last = event.id
      yield event
      // The right is gone; asking again would give the same answer.
      if (event.event === 'denied') return
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The events until the connection breaks. A refusal is thrown; a server that does not answer is asked again. */
async function* oneConnection(
  options: AskOptions,
  name: Name,
  parts: AnyParts,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    yield* eventsIn(await carryOut(options, name, parts, signal))
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof ApiProblem && error.problem.status < 500) throw error
  }
}

function carryOut(
  options: AskOptions,
  name: Name,
  { path = {}, ...parts }: AnyParts,
  signal: AbortSignal,
): Promise<Response> {
  const [method, pattern] = operationPaths[name]
  const place = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ''),
  )
  return send(options, { method, path: place, signal, ...parts })
}

interface Sent extends FreeParts {
  readonly method: string
  readonly path: string
  readonly signal: AbortSignal
}

async function send(
  { url, token, csrfToken, fetch: ask }: AskOptions,
  { method, path, query = {}, header = {}, body, signal }: Sent,
): Promise<Response> {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  const answer = await ask(`${url}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...header,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  })
  if (answer.ok) return answer
  throw new ApiProblem(await problemIn(answer))
}

/** The problem of an answer; one that says nothing of its own came from something between the server and us. */
async function problemIn(answer: Response): Promise<Problem> {
  const { status, statusText: title } = answer
  const detail = `the server answered ${status}${title === '' ? '' : ` (${title})`}`
  const unknown = { type: 'about:blank', title, status, detail, reason: 'Unknown' }
  try {
    const found = (await answer.json()) as Partial<Problem>
    if (typeof found.detail === 'string') return { ...unknown, ...found }
  } catch {
    // The words above are all there is to say about an answer that is no problem document.
  }
  return unknown
}

/** The text of an answer; undefined when there is no content, which is more than an empty text. */
async function textOf(answer: Response, type: string): Promise<string | undefined> {
  const text = await answer.text()
  return text === '' && type === '' ? undefined : text
}

async function* eventsIn({ body }: Response): AsyncGenerator<StreamEvent> {
  if (body === null) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(part.split('\n').map(fieldOf))
      const event = fields.get('event') as StreamEvent['event'] | undefined
      if (event === undefined) continue
      yield { id: fields.get('id') ?? '', event, data: fields.get('data') ?? '' }
    }
  }
}

function fieldOf(line: string): readonly [string, string] {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')]
}
