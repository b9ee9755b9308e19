// outrigger/client: the REST API with types, for scripts and for the page. It needs nothing but fetch.
import type { Operations, Problem, StreamEvent } from './client-operations.generated.ts'
import { operationPaths } from './client-operations.generated.ts'

export type {
  AuditEntry,
  Chart,
  ChartImages,
  ChartText,
  Cluster,
  ClusterAddon,
  ClusterExtension,
  ConnectionTest,
  DeniedRight,
  DriftedObject,
  Event,
  EventAbout,
  Expansion,
  Explanation,
  Extension,
  ExtensionInstance,
  FieldChange,
  Graph,
  Me,
  Notification,
  Operations,
  Plan,
  Plugin,
  Problem,
  Profile,
  Release,
  ReleaseObject,
  ReleaseRevision,
  Repository,
  RevisionDiff,
  Rights,
  Run,
  RunEvent,
  SearchHit,
  SearchResult,
  SignInLink,
  SignInMethods,
  StreamEvent,
  ValueLayers,
} from './client-operations.generated.ts'

export interface ClientOptions {
  /** Where the server is; empty in a page that it serves itself. */
  readonly url: string
  /** A token of the cluster; a browser sends its session instead. */
  readonly token?: string
  /** The value of `csrfToken` of `getMe`, which changes need where a session signs in. */
  readonly csrfToken?: string
  /** That of the platform by default. */
  readonly fetch?: typeof fetch
}

type Name = keyof Operations
type Parts<N extends Name> = Omit<Operations[N], 'answer'>
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

interface AnyParts {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Milliseconds before a broken stream is opened again. */
const pause = 1000

/** A client of a server. */
export function createClient(options: ClientOptions): Client {
  return {
    call: async (name, signal, ...[parts]) => {
      const answer = await send(options, name, parts ?? {}, signal)
      const type = answer.headers.get('content-type') ?? ''
      const body = type.startsWith('application/json') ? answer.json() : textOf(answer)
      return (await body) as Operations[typeof name]['answer']
    },
    follow: (name, signal, ...[parts]) => follow(options, name, parts ?? {}, signal),
  }
}

async function* follow(
  options: ClientOptions,
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
  options: ClientOptions,
  name: Name,
  parts: AnyParts,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    yield* eventsIn(await send(options, name, parts, signal))
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof ApiProblem && error.problem.status < 500) throw error
  }
}

async function send(
  options: ClientOptions,
  name: Name,
  { path = {}, query = {}, header = {}, body }: AnyParts,
  signal: AbortSignal,
): Promise<Response> {
  const { url, token, csrfToken } = options
  const [method, pattern] = operationPaths[name]
  const place = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ''),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  const answer = await (options.fetch ?? fetch)(
    `${url}${place}${search === '' ? '' : `?${search}`}`,
    {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...header,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    },
  )
  if (answer.ok) return answer
  throw new ApiProblem(await problemIn(answer))
}

async function problemIn(answer: Response): Promise<Problem> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('json')) return (await answer.json()) as Problem
  const detail = `the server answers ${answer.status}`
  return { type: 'about:blank', title: detail, status: answer.status, detail, reason: 'Unknown' }
}

async function textOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text()
  return text === '' ? undefined : text
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
