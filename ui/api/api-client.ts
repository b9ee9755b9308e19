import {
  ApiProblem,
  type Client,
  type Method,
  type Name,
  type Parts,
  createClientBy,
} from '../../src/sdk/ask-server.ts'
import type { Operations } from '../../src/sdk/client-operations.generated.ts'
import type { Page, Problem } from '../../src/server/contract.ts'

/** An answer of the server that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }
}

export interface ApiRequest {
  readonly method?: Method
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Operations that answer with a page of a list. */
type ListName = {
  [N in Name]: Operations[N]['answer'] extends Page<unknown> ? N : never
}[Name]
type ItemOf<N extends ListName> = Operations[N]['answer']['items'][number]

interface Ending {
  readonly signal?: AbortSignal
}

const pageSize = 500
const never = new AbortController().signal

/** The REST API of the server that the page came from, by the client that is generated from its contract. */
export class ApiClient {
  /** Changes of somebody whom a cookie signs in need it; /api/v1/me gives it. */
  csrfToken = ''

  /** Carries out an operation of the contract. */
  async call<N extends Name>(
    name: N,
    { signal = never, ...parts }: Parts<N> & Ending,
  ): Promise<Operations[N]['answer']> {
    return asOurs(this.client.call(name, signal, ...([parts] as unknown as [Parts<N>])))
  }

  /** Everything of a list of the contract, page by page. */
  async items<N extends ListName>(
    name: N,
    parts: Parts<N> & Ending,
  ): Promise<readonly ItemOf<N>[]> {
    const { query } = parts as { readonly query?: object }
    return eachPage(
      (cut) =>
        this.call(name, { ...parts, query: { ...query, ...cut } }) as Promise<Page<ItemOf<N>>>,
    )
  }

  /** Asks for a path that a noun is part of, and gives the answer's JSON; undefined when there is none. */
  async request<T>(path: string, request: ApiRequest = {}): Promise<T> {
    const response = await this.open(path, request)
    // An accepted request may have no more words.
    const hasJson = response.headers.get('content-type')?.includes('json') === true
    return (hasJson ? await response.json() : undefined) as T
  }

  /** Everything of such a list, page by page. */
  async all<T>(path: string, request: ApiRequest = {}): Promise<readonly T[]> {
    return eachPage((cut) =>
      this.request<Page<T>>(path, { ...request, query: { ...request.query, ...cut } }),
    )
  }

  private open(path: string, request: ApiRequest): Promise<Response> {
    const { method = 'GET', query = {}, body, headers: header = {}, signal = never } = request
    // An empty word is no filter.
    const words = Object.entries(query).filter(([, value]) => value !== '')
    const parts = { query: Object.fromEntries(words), header, body }
    return asOurs(this.client.send(method, `/api/v1${path}`, signal, parts))
  }

  private get client(): Client {
    const { csrfToken } = this
    return createClientBy({ url: '', fetch, ...(csrfToken === '' ? {} : { csrfToken }) })
  }
}

/** The parts of a path of an object with a namespace, whose key is `namespace/name`. */
export function pathOf(key: string): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}

interface Cut {
  readonly limit: number
  readonly continue: string | undefined
}

async function eachPage<T>(ask: (cut: Cut) => Promise<Page<T>>): Promise<readonly T[]> {
  const found: T[] = []
  let next: string | undefined
  do {
    const page = await ask({ limit: pageSize, continue: next })
    found.push(...page.items)
    next = page.continue
  } while (next !== undefined)
  return found
}

async function asOurs<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiProblem ? new ApiError(error.problem) : error
  }
}
