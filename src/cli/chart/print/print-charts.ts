import { readRepositoriesFile } from '../../../sources/repository/repositories-file.ts'
import { PlainError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { type LocationFlags, helmLocations } from '../../options/helm-locations.ts'
import type { Ports } from '../../verb.ts'
import type { PlatformQuestion } from '../sources/platform-options.ts'
import { type Search, searchRepositories } from '../sources/search-repositories.ts'
import { type Printing, printFound } from './print-found.ts'

/** The charts that somebody wants to see, and how. */
export interface ChartQuestion {
  readonly search: Omit<Search, 'match'>
  readonly printing: Printing
  readonly locations: LocationFlags
  /** Undefined when no platform is meant. */
  readonly platform: PlatformQuestion | undefined
}

/** Prints charts of a platform, or of the repositories that were added: those that `choose` names, and that it matches. */
export async function printCharts(
  { search, printing, locations, platform }: ChartQuestion,
  choose: (
    known: readonly string[],
  ) => Promise<{ readonly names: readonly string[]; readonly match: Search['match'] }>,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  if (platform !== undefined) {
    const { askPlatform } = await import('../sources/ask-platform.ts')
    const { printCatalog } = await import('./print-catalog.ts')
    const charts = await askPlatform(platform, { ports, io }, signal)
    return await printCatalog(charts, search.versions, printing, io)
  }
  const { repositoryConfig, repositoryCache } = helmLocations(locations, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, signal)
  if (repositories.length === 0) throw new PlainError('no repositories configured')
  const { names, match } = await choose(repositories.map(({ name }) => name))
  const warn = (message: string) => io.stderr.write(`warning: ${message}\n`)
  const place = { names, folder: repositoryCache }
  const found = await searchRepositories({ ...search, match }, place, warn, signal)
  await printFound(found, printing, io)
}
