import type { ReleasePorts } from '../../release/ports.ts'
import type { ServedFacts } from '../held-capabilities.ts'
import { lookUpAgain, servedFacts } from './ask-cluster.ts'
import {
  type ClusterFacts,
  type Comparison,
  type Inputs,
  asks,
  compareInputs,
} from './inputs-key.ts'

export interface ComparedWith {
  /** What was looked up then; empty when nobody knows any more. */
  readonly recall: (key: string) => Promise<ClusterFacts['lookups']>
  /** Whom to ask what it would be now. */
  readonly cluster: Pick<ReleasePorts, 'client' | 'discovery'>
  /** What it said before, while it is a Kubernetes that may not be followed yet: that still counts. */
  readonly held: readonly ServedFacts[]
}

/** Compares inputs with a key. The cluster is asked only for what templates asked it. */
export async function compareWithCluster(
  key: string,
  inputs: Inputs,
  { recall, cluster, held }: ComparedWith,
  signal: AbortSignal,
): Promise<Comparison> {
  const wanted = { version: asks(key, 'version'), apis: asks(key, 'apis') }
  const now = await servedFacts(wanted, cluster, signal)
  const compared = (one: ServedFacts) => compareInputs(key, inputs, { ...one, lookups: {} })
  const facts = [now, ...held].find((one) => compared(one) !== 'other') ?? now
  const first = compared(facts)
  if (first !== 'other-lookups') return first
  const lookups = await lookUpAgain(Object.keys(await recall(key)), cluster, signal)
  return compareInputs(key, inputs, { ...facts, lookups })
}
