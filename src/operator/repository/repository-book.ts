import type { ChartOrigin } from '../../catalog/catalog.ts'
import type { Repository } from '../../kinds/repository.ts'
import { keyOfParts } from './repository-key.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import type { IndexPlace } from '../../sources/repository/index-paths.ts'

/** A Repository as those who fetch from it see it. */
export interface BookEntry {
  readonly namespace: string
  readonly name: string
  readonly spec: Repository['spec']
  readonly origin: ChartOrigin
  /** What goes into a request for a chart; undefined while nobody may fetch. */
  readonly source: RepositorySource | undefined
  /** Changes when the index does; empty while there is none. */
  readonly digest: string
  /** Why nobody may fetch, for a person. */
  readonly message: string
}

/** How charts of a Repository are fetched. */
export interface RepositorySource extends Pick<
  ChartRequest,
  'address' | 'trust' | 'credentials' | 'tls' | 'repositoryName'
> {
  readonly place: IndexPlace
}

/** What somebody's `repo` means. */
export type FoundRepository =
  | { readonly state: 'found'; readonly entry: BookEntry; readonly source: RepositorySource }
  /** It will be told when that changes. */
  | { readonly state: 'waiting'; readonly message: string }

/**
 * The Repositories that are known, with what it takes to fetch from them. Whoever waits for one is told when it comes:
 * there are no timers.
 */
export class RepositoryBook {
  readonly #entries = new Map<string, BookEntry>()
  readonly #listeners = new Set<(key: string) => void>()
  readonly #platformNamespace: string

  constructor(platformNamespace: string) {
    this.#platformNamespace = platformNamespace
  }

  /** What a name means in a namespace: a Repository of its own, or one of the platform that it may see. */
  find(name: string, namespace: string): FoundRepository {
    const own = this.#entries.get(keyOfParts(namespace, name))
    const entry = own ?? this.#entries.get(keyOfParts(this.#platformNamespace, name))
    if (entry === undefined || !isVisible(entry, namespace, this.#platformNamespace)) {
      const places = [...new Set([namespace, this.#platformNamespace])].join(' or ')
      return { state: 'waiting', message: `there is no Repository ${name} in ${places}` }
    }
    if (entry.source !== undefined) return { state: 'found', entry, source: entry.source }
    const key = keyOfParts(entry.namespace, entry.name)
    return { state: 'waiting', message: `Repository ${key} is not ready: ${entry.message}` }
  }

  /** What a namespace sees. */
  visibleTo(namespace: string): readonly BookEntry[] {
    return [...this.#entries.values()].filter((entry) =>
      isVisible(entry, namespace, this.#platformNamespace),
    )
  }

  set(entry: BookEntry): void {
    const key = keyOfParts(entry.namespace, entry.name)
    const before = this.#entries.get(key)
    this.#entries.set(key, entry)
    if (before === undefined || isNews(before, entry)) this.#tell(key)
  }

  delete(key: string): void {
    if (this.#entries.delete(key)) this.#tell(key)
  }

  /** Calls whenever a Repository comes, goes, or offers something else; gives what ends that. */
  onChange(listener: (key: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(key: string): void {
    for (const listener of this.#listeners) listener(key)
  }
}

/**
 * Whether a namespace may use a Repository. One of the platform is everybody's unless it is private; all others are their
 * namespace's own.
 */
export function isVisible(
  { namespace, spec }: Pick<BookEntry, 'namespace' | 'spec'>,
  who: string,
  platformNamespace: string,
): boolean {
  if (namespace === who) return true
  if (namespace !== platformNamespace) return false
  return spec.visibility === 'public' || spec.allowedNamespaces.includes(who)
}

function isNews(before: BookEntry, now: BookEntry): boolean {
  return (
    before.digest !== now.digest ||
    (before.source === undefined) !== (now.source === undefined) ||
    JSON.stringify([before.source, before.spec.visibility, before.spec.allowedNamespaces]) !==
      JSON.stringify([now.source, now.spec.visibility, now.spec.allowedNamespaces])
  )
}
