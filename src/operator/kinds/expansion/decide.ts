import type { Cluster } from '../../../kinds/cluster.ts'
import type { Expansion } from '../../../kinds/expansion.ts'
import { platformExpansion } from '../../pass/platform-expansion.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { shortHash } from '../../pass/short-hash.ts'
import type { Access } from '../../sources/read-access.ts'

/** Everything that a pass over an Expansion knows. */
export interface Observation {
  readonly expansion: Expansion
  /** All Expansions of the platform, this one included. */
  readonly all: readonly Expansion[]
  readonly clusters: readonly Cluster[]
  readonly access: Access
  /** Whether its files are on this machine: another one may have carried it out. */
  readonly isHere: boolean
}

/** The work of a pass. */
export type Decision =
  | { readonly do: 'forget' }
  | { readonly do: 'suspend' }
  /** There is another one already. */
  | { readonly do: 'refuse'; readonly message: string }
  | { readonly do: 'ask-for-access'; readonly message: string }
  /** All is as it was carried out. */
  | { readonly do: 'rest' }
  | {
      readonly do: 'carry-out'
      readonly inputs: string
      readonly retry: string
      /** The clusters that joined, and whether they go without. */
      readonly joined: readonly JoinedCluster[]
    }

/** A cluster besides the platform's own. */
export interface JoinedCluster {
  readonly name: string
  readonly optedOut: boolean
  /** Whether it is made of machines by a provider. */
  readonly hasMachines: boolean
}

/** Decides what to do about an Expansion. */
export function decide({ expansion, all, clusters, access, isHere }: Observation): Decision {
  const { metadata, spec, status } = expansion
  if (metadata.deletionTimestamp !== undefined) return { do: 'forget' }
  if (spec.suspend) return { do: 'suspend' }
  const first = platformExpansion(all)
  if (first !== undefined && first.metadata.name !== metadata.name) {
    return { do: 'refuse', message: refusalOf(first, expansion) }
  }
  if (access.state === 'incomplete') return { do: 'ask-for-access', message: access.message }
  const joined = joinedClusters(clusters)
  const retry = metadata.annotations[retryAnnotation] ?? ''
  const inputs = inputsOf(expansion, access.inputs, joined)
  const isDone = isHere && status.inputs === inputs && (status.retried ?? '') === retry
  return isDone ? { do: 'rest' } : { do: 'carry-out', inputs, retry, joined }
}

/** The clusters besides the platform's own, in the order of their names. */
function joinedClusters(clusters: readonly Cluster[]): readonly JoinedCluster[] {
  return clusters
    .filter(({ spec, metadata }) => !spec.inCluster && metadata.deletionTimestamp === undefined)
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      optedOut: spec.features.disablePassThrough,
      hasMachines: spec.machines.length > 0,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function refusalOf(first: Expansion, { spec }: Expansion): string {
  const merge = `outrigger expansion merge ${first.spec.package} ${spec.package} --folder BOTH`
  return `a platform has one expansion, and that is ${first.metadata.name}: merge the packages (${merge}) and name the result there`
}

const inputsLength = 32

function inputsOf({ spec }: Expansion, access: string, joined: readonly JoinedCluster[]): string {
  const { suspend: _suspend, passThrough: _passThrough, ...rest } = spec
  return shortHash(JSON.stringify([rest, access, joined]), inputsLength)
}
