import { readPassedOn } from '../../../../expansion/carry-out/passed-on.ts'
import { mergeCluster } from '../../../../expansion/merge/merge-site.ts'
import type { Cluster } from '../../../../kinds/cluster.ts'
import type { ExpansionFile } from '../../../../kinds/expansion-file.ts'
import type { Provider } from '../../../../site/provider/read-provider.ts'
import { stagedFolders } from './machine-files.ts'

type Spec = Cluster['spec']

export interface PassedOnPlaces {
  /** Staged files of expansions. */
  readonly expansions: string | undefined
  /** Whether there is an Expansion of this name: one that was deleted gives nothing any more. */
  readonly isThere: (expansion: string) => Promise<boolean>
}

/** The cluster with the files, hooks, conditions and arguments of an expansion that is passed on, as the first cluster got them. */
export async function withPassedOn(
  spec: Spec,
  provider: Provider,
  { expansions, isThere }: PassedOnPlaces,
): Promise<Spec> {
  if (spec.features.disablePassThrough) return spec
  let merged = spec
  for (const folder of await stagedFolders(expansions)) {
    const passed = await readPassedOn(folder)
    if (passed === undefined || !(await isThere(passed.expansion))) continue
    merged = mergeCluster(merged, knownTo(provider, passed.content))
  }
  return merged
}

// A package names conditions of the provider of the first cluster; another one may not have them.
function knownTo({ file }: Provider, content: ExpansionFile): ExpansionFile {
  const conditions = new Map(file.create.map((one) => [one.name, one]))
  const { create_cluster_skip_conditions: skip, create_cluster_delegate_conditions: delegate } =
    content
  return {
    ...content,
    create_cluster_skip_conditions: skip.filter((name) => conditions.has(name)),
    create_cluster_delegate_conditions: delegate.filter(
      (name) => conditions.get(name)?.mayBeDelegated === true,
    ),
  }
}
