import type { SiteFile } from '../../kinds/site-file.ts'
import { installerSteps } from '../../kinds/vocabulary/installer-steps.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import { currentNames } from '../../kinds/vocabulary/vocabulary.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'

/** Whether the site says something else in the place of a difference, so that an update does not change it. */
export function isOverruled(
  { what, name }: { readonly what: string; readonly name: string },
  site: SiteFile,
): boolean {
  const { cluster, skipSteps, registry, values } = site
  const { features } = cluster
  switch (what) {
    case 'installer_skip_steps':
      return hasWord(installerSteps, skipSteps, name)
    case 'create_cluster_skip_conditions':
    case 'create_cluster_delegate_conditions': {
      const decided = [...features.skipConditions, ...features.delegateConditions]
      return hasWord(providerConditions, decided, name)
    }
    case 'files':
      return features.files.some(({ dst }) => dst === `/${name}`)
    case 'k8s_version':
      return cluster.version !== undefined
    case 'registry_namespace':
      return registry?.namespace !== undefined
    case 'create_cluster_extra_args':
      // Where etcd runs is one decision.
      return name.startsWith('etcd') ? cluster.etcd !== undefined : says(cluster, name)
    case 'values':
      return says(values, name)
    default:
      return false
  }
}

function hasWord(
  vocabulary: Parameters<typeof currentNames>[0],
  words: readonly string[],
  name: string,
): boolean {
  const [current = name] = currentNames(vocabulary, [name])
  return currentNames(vocabulary, words).includes(current)
}

/** The leaves of a value by the path that leads to each, as JSON. */
export function leavesOf(value: Json, path = ''): readonly (readonly [string, string])[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0)
    return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, below]) =>
    leavesOf(below, path === '' ? key : `${path}.${key}`),
  )
}

// A key may have dots, so that the leaves are compared and not walked to. A text in the place of a map replaces all below it.
function says(value: object, path: string): boolean {
  return leavesOf(value as Json).some(
    ([leaf, text]) =>
      leaf === path ||
      leaf.startsWith(`${path}.`) ||
      (path.startsWith(`${leaf}.`) && text !== '{}'),
  )
}
