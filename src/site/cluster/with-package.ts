import { mergeCluster } from '../../expansion/merge/merge-site.ts'
import type { ExpansionFile } from '../../kinds/expansion-file.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import { currentNames } from '../../kinds/vocabulary/vocabulary.ts'
import { type Sequence, findStep } from '../../sequence/sequence.ts'
import type { GivenCluster } from './cluster-plan.ts'

/**
 * A later cluster with the lists, files, hooks and arguments of its platform's package, by the rules of a site: the words of
 * the cluster win. Conditions that its provider does not have are those of other providers.
 */
export function withPackage(
  cluster: GivenCluster,
  content: ExpansionFile,
  conditions: Sequence,
): GivenCluster {
  const hasCondition = (name: string) =>
    [name, ...currentNames(providerConditions, [name])].some(
      (one) => findStep(conditions, one) !== undefined,
    )
  const own: ExpansionFile = {
    ...content,
    create_cluster_skip_conditions: content.create_cluster_skip_conditions.filter(hasCondition),
    create_cluster_delegate_conditions:
      content.create_cluster_delegate_conditions.filter(hasCondition),
  }
  const merged = mergeCluster(cluster, own)
  const { skipConditions, delegateConditions } = cluster.features
  return {
    ...merged,
    features: {
      ...merged.features,
      skipConditions: union(skipConditions, merged.features.skipConditions),
      delegateConditions: union(delegateConditions, merged.features.delegateConditions),
    },
  }
}

// The vocabulary is that of the original; names of a provider of somebody else stay as they were written.
function union(own: readonly string[], merged: readonly string[]): readonly string[] {
  return [...new Set([...own, ...merged])]
}
