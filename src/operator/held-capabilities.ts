import type { Discovery } from '../kube/discovery/discovery.ts'
import { servedFacts } from './plugin/ask-cluster.ts'
import type { ClusterFacts } from './plugin/inputs-key.ts'

/** What a cluster says of itself to templates. */
export type ServedFacts = Omit<ClusterFacts, 'lookups'>

export interface CapabilitiesSeen {
  /** The version of Kubernetes that the server behaves as. */
  readonly version: string
  /** What it said when it was another version, the newest last. */
  readonly before: readonly ServedFacts[]
}

interface Noted {
  /** The version that the server behaved as. */
  readonly version: string
  readonly facts: ServedFacts
}

const mostKept = 16
const everything = { version: true, apis: true }

/**
 * What a cluster is and serves, and what it was: that it became another Kubernetes is no reason to do anything until that
 * may be followed. Kinds that come and go while it stays the same are.
 */
export class HeldCapabilities {
  private readonly discovery: Discovery
  private noted: readonly Noted[] = []

  constructor(discovery: Discovery) {
    this.discovery = discovery
  }

  async look(signal: AbortSignal): Promise<CapabilitiesSeen> {
    const { discovery } = this
    const { gitVersion, emulates } = await discovery.serverVersion(signal)
    const now = {
      version: emulates ?? gitVersion,
      facts: await servedFacts(everything, { discovery }, signal),
    }
    const last = this.noted.at(-1)
    if (last === undefined || !isSame(last, now))
      this.noted = [...this.noted.filter((one) => !isSame(one, now)), now].slice(-mostKept)
    const others = this.noted.filter(({ version }) => version !== now.version)
    return { version: now.version, before: others.map(({ facts }) => facts) }
  }
}

function isSame(one: Noted, other: Noted): boolean {
  const isVersion = one.version === other.version && one.facts.version === other.facts.version
  return isVersion && one.facts.apis === other.facts.apis
}
