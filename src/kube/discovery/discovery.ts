import { createLock } from '../../std/lock.ts'
import { type GroupVersionKind, formatApiVersion } from '../../objects/kube-object.ts'
import type { KubeClient } from '../client.ts'
import { fetchApis } from './fetch-apis.ts'
import type { ServedApis, ServedResource } from './served-apis.ts'
import { type ServerVersion, fetchServerVersion } from './server-version.ts'

/** A group and a kind, of one version or of the one that the server prefers. */
export interface KindWanted {
  readonly group: string
  readonly kind: string
  readonly version?: string
}

// A CRD that was just made takes a moment to be listed; a second question within that time lists anew.
const newestMiss = 1000
// A cluster is upgraded under whoever runs for long.
const versionAge = 60_000

/**
 * The APIs that a cluster serves, asked once and kept: one for each cluster, shared by all who use
 * it.
 */
export class Discovery {
  private readonly client: KubeClient
  private readonly lock = createLock()
  private readonly names = new WeakMap<ServedApis, readonly string[]>()
  private held: { readonly apis: ServedApis; readonly at: number } | undefined
  private invalidations = 0
  private version: { readonly answer: Promise<ServerVersion>; readonly at: number } | undefined

  constructor(client: KubeClient) {
    this.client = client
  }

  /** Everything that is served. */
  apis(signal: AbortSignal): Promise<ServedApis> {
    return this.newerThan(Number.NEGATIVE_INFINITY, signal)
  }

  /** Which Kubernetes it is, as of at most a minute ago. */
  serverVersion(signal: AbortSignal): Promise<ServerVersion> {
    const now = this.client.clock.monotonic()
    if (this.version !== undefined && now - this.version.at < versionAge) return this.version.answer
    const answer = fetchServerVersion(this.client, signal)
    const version = { answer, at: now }
    this.version = version
    // A failure is thrown to the caller, and not kept.
    answer.catch(() => {
      if (this.version === version) this.version = undefined
    })
    return answer
  }

  /** Which Kubernetes it is now. If that is another one than before, everything else is asked anew, too. */
  async newestVersion(signal: AbortSignal): Promise<ServerVersion> {
    const at = this.client.clock.monotonic()
    const before = await this.version?.answer
    const answer = await fetchServerVersion(this.client, signal)
    const isSame = before?.gitVersion === answer.gitVersion && before.emulates === answer.emulates
    if (!isSame) this.invalidate()
    this.version = { answer: Promise.resolve(answer), at }
    return answer
  }

  /** Forgets; the next question asks the server. Call it when a CRD or an APIService changes. */
  invalidate(): void {
    this.invalidations++
    this.held = undefined
    this.version = undefined
  }

  /** The resource of a kind; undefined when it is not served, also not since a moment ago. */
  findKind(wanted: KindWanted, signal: AbortSignal): Promise<ServedResource | undefined> {
    return this.find(({ resources }) => resources.find((each) => isKind(each, wanted)), signal)
  }

  /**
   * The resource that somebody means by a word on the command line: plural, singular, kind or short
   * name, with `.group` or `.version.group` behind it.
   */
  findByName(word: string, signal: AbortSignal): Promise<ServedResource | undefined> {
    return this.find(({ resources }) => chooseByName(resources, word.toLowerCase()), signal)
  }

  /**
   * The names that Helm calls API versions: `apps/v1` and `apps/v1/Deployment` of all that is
   * served.
   */
  async apiVersions(signal: AbortSignal): Promise<readonly string[]> {
    const apis = await this.apis(signal)
    const known = this.names.get(apis)
    if (known !== undefined) return known
    const names = apis.resources.flatMap((each) => {
      const apiVersion = formatApiVersion(each.group, each.version)
      return [apiVersion, `${apiVersion}/${each.kind}`]
    })
    const unique = [...new Set(names)]
    this.names.set(apis, unique)
    return unique
  }

  private async find(
    choose: (apis: ServedApis) => ServedResource | undefined,
    signal: AbortSignal,
  ): Promise<ServedResource | undefined> {
    const found = choose(await this.apis(signal))
    if (found !== undefined) return found
    return choose(await this.newerThan(this.client.clock.monotonic() - newestMiss, signal))
  }

  private newerThan(moment: number, signal: AbortSignal): Promise<ServedApis> {
    const held = this.held
    if (held !== undefined && held.at >= moment) return Promise.resolve(held.apis)
    return this.lock(async () => {
      // A caller that waited for another caller's request uses the answer to that one.
      if (this.held !== undefined && this.held.at >= moment) return this.held.apis
      const at = this.client.clock.monotonic()
      const { invalidations } = this
      const apis = await fetchApis(this.client, signal)
      // An answer from before the change is good only for callers that asked before it.
      if (invalidations === this.invalidations) this.held = { apis, at }
      return apis
    })
  }
}

function isKind(resource: ServedResource, { group, version, kind }: KindWanted): boolean {
  return (
    resource.group === group &&
    resource.kind === kind &&
    (version === undefined || resource.version === version)
  )
}

function chooseByName(
  resources: readonly ServedResource[],
  word: string,
): ServedResource | undefined {
  const [name = '', ...rest] = word.split('.')
  const place = rest.join('.')
  const isThere = ({ group, version }: GroupVersionKind) =>
    place === '' || place === group || place === (group === '' ? version : `${version}.${group}`)
  const here = resources.filter(isThere)
  const byName = ({ resource, singular, kind }: ServedResource) =>
    resource === name || singular === name || kind.toLowerCase() === name
  return here.find(byName) ?? here.find(({ shortNames }) => shortNames.includes(name))
}
