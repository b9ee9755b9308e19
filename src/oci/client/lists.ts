import { readBounded } from '../bytes.ts'
import { OciError } from '../errors.ts'
import { maxAnswerBytes, maxListEntries, maxPages } from '../limits.ts'
import type { HttpResponse } from './http.ts'
import { type Access, type Registry } from './registry.ts'

export interface ListOptions {
  /** Entries that the registry is asked for at a time. */
  readonly pageSize?: number
}

const defaultPageSize = 1000

/** The tags of a repository, page by page; undefined when there is no such repository. */
export async function listTags(
  registry: Registry,
  repository: string,
  options: ListOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const path = `${repository}/tags/list`
  return await readPages(
    { registry, path, repository, access: 'pull', field: 'tags', ...options },
    signal,
  )
}

/** The tags of a repository when they are on one page; undefined when there are more, or the registry does not list them. */
export async function listFewTags(
  registry: Registry,
  repository: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const path = `${repository}/tags/list`
  const list = { registry, path, repository, access: 'pull', field: 'tags' } as const
  const response = await registry.call(callFor(list, `${path}?n=${defaultPageSize}`), signal)
  if (response.status !== 200) {
    await response.discard()
    return undefined
  }
  const tags = await readEntries(list, response)
  // Some registries cut their answers, at a round number, and do not say that there is more.
  const isAll = nextPage(response, registry) === undefined && tags.length < defaultPageSize
  return isAll && tags.length % 50 !== 0 ? tags : undefined
}

/** The repositories of a registry; undefined when it does not tell. */
export async function listRepositories(
  registry: Registry,
  options: ListOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const list = { registry, path: '_catalog', access: 'catalog', field: 'repositories' } as const
  return await readPages({ ...list, ...options }, signal)
}

interface List extends ListOptions {
  readonly registry: Registry
  readonly path: string
  readonly repository?: string
  readonly access: Access
  readonly field: string
}

async function readPages(list: List, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const { registry, path, field } = list
  const entries: string[] = []
  let next: URL | string | undefined = `${path}?n=${list.pageSize ?? defaultPageSize}`
  for (let page = 0; next !== undefined; page++) {
    if (page >= maxPages || entries.length > maxListEntries) {
      throw new OciError('too-large', `${registry.host} lists ${field} without end`)
    }
    const response: HttpResponse = await registry.call(callFor(list, next), signal)
    if (response.status === 404 && page === 0) {
      await response.discard()
      return undefined
    }
    if (response.status !== 200) throw await registry.failure(response, `listing ${field}`)
    // Not spread into one call: a page may hold more names than a call takes arguments.
    for (const entry of await readEntries(list, response)) entries.push(entry)
    next = nextPage(response, registry)
  }
  return entries
}

function callFor({ repository, access }: List, path: URL | string) {
  const whose = repository === undefined ? {} : { repository }
  return { method: 'GET', path, access, timeout: 60_000, ...whose } as const
}

async function readEntries(
  { registry, field }: List,
  response: HttpResponse,
): Promise<readonly string[]> {
  const what = `the list of ${field} of ${registry.host}`
  const text = new TextDecoder().decode(await readBounded(response.body, maxAnswerBytes, what))
  const entries = fieldOf(text, field, what)
  if (entries === null || entries === undefined) return []
  if (Array.isArray(entries) && entries.every((entry) => typeof entry === 'string')) return entries
  throw new OciError('bad-answer', `${what} is not a list of names`)
}

function fieldOf(text: string, field: string, what: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && field in value
      ? (value as Readonly<Record<string, unknown>>)[field]
      : undefined
  } catch (cause) {
    throw new OciError('bad-answer', `${what} is not JSON`, { cause })
  }
}

/** The next page that a Link header names; only at the same registry. */
export function nextPage(
  response: Pick<HttpResponse, 'header' | 'url'>,
  registry: Pick<Registry, 'host' | 'base'>,
): URL | undefined {
  const links = (response.header('link') ?? '').split(/,(?=\s*<)/)
  const link = links.find((part) => /;\s*rel\s*=\s*"?next"?/i.test(part))
  const target = /<([^>]*)>/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  const url = URL.parse(target, response.url)
  if (url !== null && url.origin === registry.base.origin) return url
  throw new OciError('bad-answer', `${registry.host} names a next page at another host`)
}
