import type { Discovery } from '../kube/discovery/discovery.ts'
import { servedFacts } from './plugin/ask-cluster.ts'
import type { ClusterFacts } from './plugin/inputs-key.ts'

/** What a cluster says of itself to templates. */
export type ServedFacts = Omit<ClusterFacts, 'lookups'>

export interface CapabilitiesSeen {
  /** The version of Kubernetes that the server behaves as. */
  readonly version: string
  /** What it said before, the newest last. */
  readonly before: readonly ServedFacts[]
}

const mostKept = 16
const everything = { version: true, apis: true }

/**
 * What a cluster is and serves, and what it was: that it became another Kubernetes is no reason to do anything until that
 * may be followed.
 */
export class HeldCapabilities {
  private readonly discovery: Discovery
  private seen: readonly ServedFacts[] = []

  constructor(discovery: Discovery) {
    this.discovery = discovery
  }

  async look(signal: AbortSignal): Promise<CapabilitiesSeen> {
    const { discovery } = this
    const { gitVersion, emulates } = await discovery.serverVersion(signal)
    const facts = await servedFacts(everything, { discovery }, signal)
    const before = this.seen.filter((one) => !isSame(one, facts))
    const last = this.seen.at(-1)
    if (last === undefined || !isSame(last, facts)) this.seen = [...before, facts].slice(-mostKept)
    return { version: emulates ?? gitVersion, before }
  }
}

function isSame(one: ServedFacts, other: ServedFacts): boolean {
  return one.version === other.version && one.apis === other.apis
}
