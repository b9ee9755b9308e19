import type { Cluster } from '../../../kinds/cluster.ts'
import { shortHash } from '../../pass/short-hash.ts'

// A release is named like its instance, and Helm's names end there.
const longestName = 53
const hashLength = 8

/** The name of an instance that a profile gives: with that of the cluster, for many may share a namespace. */
export function givenName(name: string, { metadata, spec }: Cluster): string {
  if (spec.inCluster) return name
  const full = `${metadata.name}-${name}`
  if (full.length <= longestName) return full
  const head = full.slice(0, longestName - hashLength - 1).replace(/[-.]+$/, '')
  return `${head}-${shortHash(full, hashLength)}`
}
