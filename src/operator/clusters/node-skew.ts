import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'

// How far a kubelet may be behind its API server, in minor versions; never before it.
const mostMinorsBehind = 3

export interface Skew {
  /** Versions that Kubernetes does not allow beside the server's. */
  readonly tooOld: readonly string[]
  readonly oldest: string | undefined
  /** How many versions cannot be read; they do not count. */
  readonly unread: number
}

/** How far the kubelets of a cluster are from its API server. */
export function skewOf(server: string, kubelets: readonly string[]): Skew {
  const own = parseKubernetesVersion(server)
  const read = kubelets.flatMap((text) => {
    const version = parseKubernetesVersion(text)
    return version === undefined ? [] : [{ text, minor: Number(version.minor) }]
  })
  const oldest = read.toSorted((one, other) => one.minor - other.minor)[0]
  const behind = (minor: number) => Number(own?.minor ?? minor) - minor
  const wrong = read.filter(({ minor }) => behind(minor) > mostMinorsBehind || behind(minor) < 0)
  return {
    tooOld: [...new Set(wrong.map(({ text }) => text))],
    oldest: oldest?.text,
    unread: kubelets.length - read.length,
  }
}
