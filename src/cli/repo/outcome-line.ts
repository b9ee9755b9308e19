import type { RepositoryEntry } from '../../sources/repository/repositories-file.ts'

/**
 * Helm's line about a repository whose index was to be brought; a repository that was not added has
 * no name.
 */
export function outcomeLine(
  { name, url }: RepositoryEntry,
  error: Error | undefined,
  whose: 'added' | 'named' = 'added',
): string {
  const which = `the ${JSON.stringify(whose === 'added' ? name : url)} chart repository`
  if (error === undefined) return `...Successfully got an update from ${which}`
  const where = whose === 'added' ? ` (${url})` : ''
  return `...Unable to get an update from ${which}${where}:\n\t${error.message}`
}
