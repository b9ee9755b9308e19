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
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const pageSize = 500

/** The REST API of the server that the page came from. */
export class ApiClient {
  /** Changes of somebody whom a cookie signs in need it; /api/v1/me gives it. */
  csrfToken = ''

  /** Asks, and gives the answer's JSON; undefined when there is none. */
  async request<T>(path: string, request: ApiRequest = {}): Promise<T> {
    const response = await this.open(path, request)
    // An accepted request may have no more words.
    const hasJson = response.headers.get('content-type')?.includes('json') === true
    return (hasJson ? await response.json() : undefined) as T
  }

  /** Asks, and gives the answer's text. */
  async text(path: string, request: ApiRequest = {}): Promise<string> {
    return await (await this.open(path, request)).text()
  }

  /** Everything of a list, page by page. */
  async all<T>(path: string, request: ApiRequest = {}): Promise<readonly T[]> {
    const found: T[] = []
    let next: string | undefined
    do {
      const query = { ...request.query, limit: pageSize, continue: next }
      const page = await this.request<Page<T>>(path, { ...request, query })
      found.push(...page.items)
      next = page.continue
    } while (next !== undefined)
    return found
  }

  private async open(path: string, request: ApiRequest): Promise<Response> {
    const { method = 'GET', query = {}, body, headers = {}, signal } = request
    const words = Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    )
    const search = words.length === 0 ? '' : `?${new URLSearchParams(words).toString()}`
    const response = await fetch(`/api/v1${path}${search}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' || this.csrfToken === '' ? {} : { 'x-csrf-token': this.csrfToken }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (!response.ok) throw new ApiError(await problemIn(response))
    return response
  }
}

async function problemIn(response: Response): Promise<Problem> {
  const { status, statusText } = response
  try {
    const found = (await response.json()) as Partial<Problem>
    if (typeof found.detail === 'string') return { ...unknownProblem(status, statusText), ...found }
  } catch {
    // The words below are all there is to say about an answer that is no problem document.
  }
  return unknownProblem(status, statusText)
}

function unknownProblem(status: number, title: string): Problem {
  const detail = `the server answered ${status}${title === '' ? '' : ` (${title})`}`
  return { type: 'about:blank', title, status, detail, reason: 'Unknown' }
}
