import type { ReleasePorts } from '../../../../release/ports.ts'
import { lookUpAgain, servedFacts } from './ask-cluster.ts'
import {
  type ClusterFacts,
  type Comparison,
  type Inputs,
  asks,
  compareInputs,
} from './inputs-key.ts'

export interface ComparedWith {
  /** The answers of lookups then; empty when they are not known any more. */
  readonly recall: (key: string) => Promise<ClusterFacts['lookups']>
  /** Whom to ask what it would be now. */
  readonly cluster: Pick<ReleasePorts, 'client' | 'discovery'>
  /** The version of Kubernetes that it behaves as, while that may not be followed yet. */
  readonly unsettled: string | undefined
}

/** Compares inputs with a key. The cluster is asked only for what templates asked it. */
export async function compareWithCluster(
  key: string,
  inputs: Inputs,
  { recall, cluster, unsettled }: ComparedWith,
  signal: AbortSignal,
): Promise<Comparison> {
  const wanted = { version: asks(key, 'version'), apis: asks(key, 'apis') }
  const now = await servedFacts(wanted, cluster, signal)
  const facts = { ...now, unsettled }
  const first = compareInputs(key, inputs, { ...facts, lookups: {} })
  if (first !== 'other-lookups') return first
  const lookups = await lookUpAgain(Object.keys(await recall(key)), cluster, signal)
  return compareInputs(key, inputs, { ...facts, lookups })
}
