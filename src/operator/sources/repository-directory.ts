import type { ChartOrigin } from '../../catalog/catalog.ts'
import type { Repository } from '../../kinds/repository.ts'
import { keyOfParts } from './repository-key.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import type { IndexPlace } from '../../sources/repository/index/index-paths.ts'

/** A Repository as those who fetch from it see it. */
export interface DirectoryEntry {
  readonly namespace: string
  readonly name: string
  readonly spec: Repository['spec']
  readonly origin: ChartOrigin
  /** The part of a request for a chart; undefined while fetching is not allowed. */
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

/** The meaning of a `repo`. */
export type FoundRepository =
  | { readonly state: 'found'; readonly entry: DirectoryEntry; readonly source: RepositorySource }
  /** It must not be fetched from now; a listener is called when that changes. */
  | { readonly state: 'waiting'; readonly message: string }
  /** It exists, and this process has not read it yet. */
  | { readonly state: 'unread'; readonly message: string }

/**
 * The known Repositories, with address, login and trust. Listeners are called when one comes; there
 * are no timers.
 */
export class RepositoryDirectory {
  readonly #entries = new Map<string, DirectoryEntry>()
  readonly #listeners = new Set<(key: string) => void>()
  readonly #platformNamespace: string
  readonly #isThere: (key: string) => boolean

  /** `isThere` says whether there is a Repository under a key, also one that was not looked at yet. */
  constructor(platformNamespace: string, isThere: (key: string) => boolean = () => false) {
    this.#platformNamespace = platformNamespace
    this.#isThere = isThere
  }

  /**
   * The Repository that a name means in a namespace: one of its own, or one of the platform that it
   * may see.
   */
  find(name: string, namespace: string): FoundRepository {
    const keys = [namespace, this.#platformNamespace].map((one) => keyOfParts(one, name))
    const known = keys.find((key) => this.#entries.has(key) || this.#isThere(key))
    const entry = known === undefined ? undefined : this.#entries.get(known)
    if (known !== undefined && entry === undefined)
      return { state: 'unread', message: `Repository ${known} was not read yet` }
    if (entry === undefined || !isVisible(entry, namespace, this.#platformNamespace)) {
      const places = [...new Set([namespace, this.#platformNamespace])].join(' or ')
      return { state: 'waiting', message: `there is no Repository ${name} in ${places}` }
    }
    if (entry.source !== undefined) return { state: 'found', entry, source: entry.source }
    const key = keyOfParts(entry.namespace, entry.name)
    return { state: 'waiting', message: `Repository ${key} is not ready: ${entry.message}` }
  }

  /** The Repositories that a namespace sees. */
  visibleTo(namespace: string): readonly DirectoryEntry[] {
    return [...this.#entries.values()].filter((entry) =>
      isVisible(entry, namespace, this.#platformNamespace),
    )
  }

  set(entry: DirectoryEntry): void {
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
  { namespace, spec }: Pick<DirectoryEntry, 'namespace' | 'spec'>,
  who: string,
  platformNamespace: string,
): boolean {
  if (namespace === who) return true
  if (namespace !== platformNamespace) return false
  return spec.visibility === 'public' || spec.allowedNamespaces.includes(who)
}

function isNews(before: DirectoryEntry, now: DirectoryEntry): boolean {
  return (
    before.digest !== now.digest ||
    (before.source === undefined) !== (now.source === undefined) ||
    JSON.stringify([before.source, before.spec.visibility, before.spec.allowedNamespaces]) !==
      JSON.stringify([now.source, now.spec.visibility, now.spec.allowedNamespaces])
  )
}
