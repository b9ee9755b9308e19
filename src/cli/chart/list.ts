import { readRepositoriesFile } from '../../sources/repository/repositories-file.ts'
import { develRange } from '../../sources/repository/choose-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { completeRepository } from './complete-chart.ts'
import {
  type PlatformQuestion,
  platformOptions,
  platformQuestionOf,
} from './sources/platform-options.ts'
import { type Printing, printFound } from './print/print-found.ts'
import { type Search, searchRepositories } from './sources/search-repositories.ts'
import { readWidth, widthOption } from './print/width-option.ts'

export const command = {
  description:
    'Lists the charts of repositories that were added, from their cached indexes. With --platform, or when a cluster is named, it asks the catalogue of the platform there instead.',
  arguments: { repository: { count: 'any', summary: 'whose charts; those of all unless given' } },
  options: {
    versions: { kind: 'switch', short: 'l', summary: 'print every version on a line of its own' },
    devel: { kind: 'switch', summary: 'pre-releases too' },
    'max-col-width': widthOption(50),
    output: helmOutputOption,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
    ...platformOptions,
  },
  examples: [
    'chart list',
    'chart list example --versions',
    'chart list --platform --category monitoring',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly repositories: readonly string[]
  readonly search: Search
  readonly printing: Printing
  readonly locations: LocationFlags
  /** Undefined when no platform is meant. */
  readonly platform: PlatformQuestion | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const maxWidth = readWidth(options['max-col-width'], 50)
  if (maxWidth instanceof UsageError) return maxWidth
  return {
    repositories: given.arguments.repository,
    search: {
      match: undefined,
      range: options.devel ? develRange : '>0.0.0',
      versions: options.versions ? 'all' : 'best',
    },
    printing: { output: options.output, maxWidth, whenNone: 'say' },
    locations: options,
    platform: platformQuestionOf(options, {
      repositories: given.arguments.repository,
      prereleases: options.devel,
    }),
  }
}

export async function complete(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  return await completeRepository(before, ports)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  if (options.platform !== undefined) {
    const { askPlatform } = await import('./sources/ask-platform.ts')
    const { printCatalog } = await import('./print/print-catalog.ts')
    const charts = await askPlatform(options.platform, { ports, io }, signal)
    await printCatalog(charts, options.search.versions, options.printing, io)
    return 'done'
  }
  const { repositoryConfig, repositoryCache } = helmLocations(options.locations, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, signal)
  if (repositories.length === 0) throw new PlainError('no repositories configured')
  const known = repositories.map(({ name }) => name)
  const unknown = options.repositories.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new PlainError(`repo ${unknown} not found`)
  const names = options.repositories.length === 0 ? known : options.repositories
  const warn = (message: string) => io.stderr.write(`warning: ${message}\n`)
  const place = { names, folder: repositoryCache }
  const found = await searchRepositories(options.search, place, warn, signal)
  await printFound(found, options.printing, io)
  return 'done'
}
