import type { RecordedEntropy } from '../../chart/render/entropy.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { ReleasePorts } from '../../release/ports.ts'
import { readOutriggerRecord } from '../../release/record/outrigger-record.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { sameRelease } from '../../release/ownership/same-release.ts'
import { compareWithCluster } from '../kinds/plugin/render/compare-with-cluster.ts'
import type { ClusterFacts, Comparison, Inputs } from '../kinds/plugin/render/inputs-key.ts'
import { placeOfPlugin } from '../kinds/plugin/observe.ts'
import { isDeployed } from '../kinds/plugin/observe-source.ts'

/**
 * The inputs of a release and its result: by them the operator tells whether there is anything to
 * do.
 */
export interface MadeRelease {
  /** One that is not there yet is what the operator will have made before. */
  readonly is: 'there' | 'to-come'
  /** The key of its inputs; undefined when they are not those of the newest revision. */
  readonly inputs: string | undefined
  /** Of the chart. */
  readonly digest: string
  /** The newest one; 0 while there is none. */
  readonly revision: number
  /** Of the newest revision; undefined when that is not deployed. */
  readonly record: ReleaseRecord | undefined
  readonly lookups: ClusterFacts['lookups']
  readonly entropy: RecordedEntropy | undefined
}

/** Reads the inputs that the release of a plugin was made from. */
export async function readReleaseInputs(
  plugin: Plugin,
  { client, store }: Pick<ReleasePorts, 'client' | 'store'>,
  signal: AbortSignal,
): Promise<MadeRelease> {
  const place = placeOfPlugin(plugin)
  const { inputs, digest = '' } = plugin.status
  const last = (await store.last(place, signal))?.record
  const revisions = last === undefined ? [] : [{ revision: last.version, status: last.info.status }]
  const isOurs = isDeployed({ plugin, revisions, retry: '' })
  const outriggerRecord =
    last !== undefined && isOurs
      ? await readOutriggerRecord({ client, ...place }, last, signal)
      : undefined
  return {
    is: 'there',
    inputs: isOurs ? inputs : undefined,
    digest,
    revision: last?.version ?? 0,
    record: last?.info.status === 'deployed' ? last : undefined,
    lookups: outriggerRecord?.lookups ?? {},
    entropy: outriggerRecord?.entropy,
  }
}

/** The inputs that a release would be made from now. */
export interface ReleaseInputs {
  readonly inputs: Inputs
  /** Whether what is at the address of the chart can change under the same version. */
  readonly canMove: boolean
}

/** Compares what a release was made from with what it would be made from on a cluster, as the operator does. */
export async function compareReleaseInputs(
  { inputs: key, digest: before, lookups }: MadeRelease,
  { inputs, canMove }: ReleaseInputs,
  cluster: Pick<ReleasePorts, 'client' | 'discovery'>,
  signal: AbortSignal,
): Promise<Comparison> {
  if (key === undefined) return 'other'
  const compared = { recall: async () => lookups, cluster, unsettled: undefined }
  const compare = (digest: string) =>
    compareWithCluster(key, { ...inputs, digest }, compared, signal)
  // A source that cannot move is not fetched to see whether it has.
  if (!canMove && (await compare(before)) === 'same') return 'same'
  return compare(inputs.digest)
}

/** Whether a revision with that record would be none, because it wants what is there. */
export function wantsTheSame({ record: before }: MadeRelease, record: ReleaseRecord): boolean {
  return before?.apply_method === 'ssa' && sameRelease(before, record)
}
