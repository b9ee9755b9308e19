import { clusterKind } from '../../../src/kinds/cluster.ts'
import { extensionKind } from '../../../src/kinds/extension.ts'
import { apiVersion } from '../../../src/kinds/group.ts'
import { profileKind } from '../../../src/kinds/profile.ts'
import { repositoryKind } from '../../../src/kinds/repository.ts'

/** The kinds that administrators write as text. */
export const editableNouns = ['clusters', 'extensions', 'profiles', 'repositories'] as const

export type EditableNoun = (typeof editableNouns)[number]

const kinds = {
  clusters: clusterKind,
  extensions: extensionKind,
  profiles: profileKind,
  repositories: repositoryKind,
}

/** An object of a kind to begin with: the example of its page. */
export function exampleOf(noun: EditableNoun): object {
  const { kind, scope, example } = kinds[noun]
  const place = scope === 'Namespaced' ? { namespace: 'outrigger-system' } : {}
  return { apiVersion, kind, ...example, metadata: { ...place, ...example.metadata } }
}
