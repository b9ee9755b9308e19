import type { Json, JsonObject, RequestStep, Step, Until, WatchStep } from './row.ts'

/** Where a kind is served, for rows about its objects. */
export interface Kind {
  readonly apiVersion: string
  readonly kind: string
  /** The path of the collection, with `{id}` for the namespace. */
  readonly path: string
}

/** The query of an apply. */
export type Query = Readonly<Record<string, string>>

const types = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** Steps on one object of a kind, `one` by default; `.sub('status')` is the same on a subresource. */
export class Resource {
  readonly kind: Kind
  readonly name: string
  readonly #subresource: string

  constructor(kind: Kind, name = 'one', subresource = '') {
    this.kind = kind
    this.name = name
    this.#subresource = subresource
  }

  named(name: string): Resource {
    return new Resource(this.kind, name, this.#subresource)
  }

  sub(subresource: string): Resource {
    return new Resource(this.kind, this.name, subresource)
  }

  /** The object with its identity. */
  object(content: JsonObject = {}): JsonObject {
    const { apiVersion, kind } = this.kind
    const metadata = { name: this.name, ...(content['metadata'] as JsonObject | undefined) }
    return { apiVersion, kind, ...content, metadata }
  }

  apply(fieldManager: string, content: JsonObject, query: Query = {}): RequestStep {
    return this.patch('apply', this.object(content), { fieldManager, ...query })
  }

  patch(type: keyof typeof types, body: Json, query: Query = {}): RequestStep {
    const headers = { 'content-type': types[type] }
    const path = this.#path(query)
    return { do: 'request', method: 'PATCH', path, headers, body: { json: body } }
  }

  create(content: JsonObject = {}, query: Query = {}): RequestStep {
    return {
      do: 'request',
      method: 'POST',
      path: `${this.kind.path}${written(query)}`,
      headers: { 'content-type': 'application/json' },
      body: { json: this.object(content) },
    }
  }

  /** The answer of an earlier step, changed by a merge patch, as an update. */
  update(answer: number, merge: JsonObject, query: Query = {}): RequestStep {
    return {
      do: 'request',
      method: 'PUT',
      path: this.#path(query),
      headers: { 'content-type': 'application/json' },
      body: { answer, merge },
    }
  }

  replace(content: JsonObject, query: Query = {}): RequestStep {
    return {
      do: 'request',
      method: 'PUT',
      path: this.#path(query),
      headers: { 'content-type': 'application/json' },
      body: { json: this.object(content) },
    }
  }

  get(query: Query = {}, headers: Readonly<Record<string, string>> = {}): RequestStep {
    return { do: 'request', method: 'GET', path: this.#path(query), headers }
  }

  delete(options: JsonObject = {}, query: Query = {}): RequestStep {
    return {
      do: 'request',
      method: 'DELETE',
      path: this.#path(query),
      headers: { 'content-type': 'application/json' },
      body: { json: options },
    }
  }

  list(query: Query = {}, headers: Readonly<Record<string, string>> = {}): RequestStep {
    return { do: 'request', method: 'GET', path: `${this.kind.path}${written(query)}`, headers }
  }

  watch(
    query: Query = {},
    name = 'watch',
    headers: Readonly<Record<string, string>> = {},
  ): WatchStep {
    const path = `${this.kind.path}${written({ watch: 'true', ...query })}`
    return { do: 'watch', name, path, headers }
  }

  #path(query: Query): string {
    const sub = this.#subresource === '' ? '' : `/${this.#subresource}`
    return `${this.kind.path}/${this.name}${sub}${written(query)}`
  }
}

/** The next events of a watch. */
export function read(events: number | 'all', watch = 'watch'): Step {
  return { do: 'read', watch, events }
}

/** The same steps, of which only the status is recorded. */
export function prepare(...steps: readonly RequestStep[]): RequestStep[] {
  return steps.map((step) => ({ ...step, prepares: true }))
}

export function until(step: RequestStep, until: Until): RequestStep {
  return { ...step, until }
}

/** Values stand in the query as they are but for what would end it: placeholders must survive. */
function written(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encode(value: string): string {
  return value.replaceAll(/[\x00-\x20&#+%"<>\x7f-\uffff]/g, encodeURIComponent)
}
