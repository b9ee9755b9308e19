import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import type { TextKey } from '../../components/messages/english.ts'

const words: Readonly<Record<string, TextKey>> = {
  builtin: 'origin.builtin',
  platform: 'origin.platform',
  custom: 'origin.custom',
}

/** The words for where an extension comes from, by its Repository; undefined where the reader may not know it. */
export function useOrigin(extension: Nouns['extensions']): TextKey | undefined {
  const repositories = useKind('repositories').data ?? []
  const repo = extension.spec.sources.at(-1)?.repo ?? ''
  // An address belongs to no Repository of the platform.
  if (/[:/]/.test(repo)) return 'origin.custom'
  const found = repositories.find(({ metadata }) => metadata.name === repo)
  return words[found?.status?.origin ?? found?.spec.origin ?? '']
}
