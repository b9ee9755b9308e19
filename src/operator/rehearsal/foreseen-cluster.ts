import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import type { ServerVersion } from '../../kube/discovery/server-version.ts'
import { builtInResources } from '../../objects/api/built-in-resources.ts'
import { findRemovedApi } from '../../objects/api/removed-apis.ts'
import { type GroupVersionKind, formatApiVersion } from '../../objects/kube-object.ts'

/** The facts about a cluster and about its Kubernetes version to come. */
export interface Foresight {
  readonly client: KubeClient
  readonly now: Discovery
  /** `1.36`, or with a patch. */
  readonly to: string
}

/** A cluster as templates will see it when it is another Kubernetes; everything else is as it is now. */
export class ForeseenCluster extends Discovery {
  private readonly foresight: Foresight
  private kinds: ReadonlySet<string> | undefined

  constructor(foresight: Foresight) {
    super(foresight.client)
    this.foresight = foresight
  }

  override async serverVersion(signal: AbortSignal): Promise<ServerVersion> {
    const { now, to } = this.foresight
    const version = parseKubernetesVersion(to)
    const { major = '1', minor = '0', patch = '0' } = version ?? {}
    const { gitVersion } = await now.serverVersion(signal)
    // A server that plays an older version tells templates what it really is, and goes on to.
    const own = parseKubernetesVersion(gitVersion)
    const isExact = /^v?\d+\.\d+\.\d+/.test(to)
    const isSame = !isExact && own?.major === major && own.minor === minor
    return { gitVersion: isSame ? gitVersion : `v${major}.${minor}.${patch}`, major, minor }
  }

  override async apiVersions(signal: AbortSignal): Promise<readonly string[]> {
    const { resources } = await this.foresight.now.apis(signal)
    const current = await this.foresight.now.serverVersion(signal)
    const from = minorIn(current.emulates ?? current.gitVersion)
    const kinds = foreseeKinds(resources, from, minorIn(this.foresight.to))
    this.kinds = new Set(kinds.map(nameOf))
    const names = kinds.flatMap((kind) => [
      formatApiVersion(kind.group, kind.version),
      nameOf(kind),
    ])
    return [...new Set(names)]
  }

  /** Whether a kind will be served; asked after a render. */
  willServe(kind: GroupVersionKind): boolean {
    return this.kinds?.has(nameOf(kind)) === true
  }
}

function nameOf({ group, version, kind }: GroupVersionKind): string {
  return `${formatApiVersion(group, version)}/${kind}`
}

function minorIn(version: string): number {
  return Number(parseKubernetesVersion(version)?.minor ?? 0)
}

/** The newest minor whose kinds we have a table of. */
export function newestKnownMinor(): number {
  return Math.max(...builtInResources().flatMap(({ minors }) => minors.map(minorIn)))
}

/**
 * The kinds that Kubernetes 1.`to` serves, from those that a server of 1.`from` serves: without the
 * removed ones, and with the new ones. A kind that is switched off on the server stays so; kinds
 * that are not built in all stay.
 */
export function foreseeKinds(
  served: readonly GroupVersionKind[],
  from: number,
  to: number,
): readonly GroupVersionKind[] {
  const table = builtInResources()
  const rows = new Map(table.map((row) => [nameOf(row), row]))
  const isTabled = to <= newestKnownMinor()
  const stays = (kind: GroupVersionKind): boolean => {
    const removed = findRemovedApi(kind)
    if (removed !== undefined && removed.removedIn <= to) return false
    const row = rows.get(nameOf(kind))
    // A kind that was switched on by hand is on in no table.
    if (row === undefined || !isTabled || !serves(row.minors, from)) return true
    return serves(row.minors, to)
  }
  const known = new Set(served.map(nameOf))
  const comes = table.filter(
    (row) => serves(row.minors, to) && !serves(row.minors, from) && !known.has(nameOf(row)),
  )
  return [...served.filter(stays), ...comes]
}

function serves(minors: readonly string[], minor: number): boolean {
  return minors.includes(`1.${minor}`)
}
