import { readRepositoriesFile } from '../../sources/repository/repositories-file.ts'
import { develRange } from '../../sources/repository/choose-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import {
  type PlatformQuestion,
  platformOptions,
  platformQuestionOf,
} from './sources/platform-options.ts'
import { type Printing, printFound } from './print/print-found.ts'
import {
  type Match,
  matchText,
  type Search,
  searchRepositories,
} from './sources/search-repositories.ts'
import { readWidth, widthOption } from './print/width-option.ts'

export const command = {
  description:
    'Searches the names, descriptions and keywords of charts in the repositories that were added, as helm search repo does, in their cached indexes. With --platform, or when a cluster is named, it asks the catalogue of the platform there instead.',
  arguments: { keyword: { count: 'any', summary: 'what to look for; everything unless given' } },
  options: {
    regexp: { kind: 'switch', short: 'r', summary: 'the keyword is a regular expression' },
    versions: { kind: 'switch', short: 'l', summary: 'print every version on a line of its own' },
    version: { kind: 'text', value: 'RANGE', summary: 'only versions in this range' },
    devel: { kind: 'switch', summary: "pre-releases too, as --version '>0.0.0-0' does" },
    'fail-on-no-result': { kind: 'switch', summary: 'fail when nothing is found' },
    'max-col-width': widthOption(50),
    output: helmOutputOption,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
    ...platformOptions,
  },
  examples: [
    'search repo nginx',
    'chart search nginx --versions --version ^15.0.0 -o json',
    'chart search metrics --platform',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly keyword: string
  readonly regexp: boolean
  readonly range: string
  readonly versions: Search['versions']
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
  const whenNone = options['fail-on-no-result'] ? 'fail' : 'say'
  return {
    keyword: given.arguments.keyword.join(' '),
    regexp: options.regexp,
    range: options.version || (options.devel ? develRange : '>0.0.0'),
    versions: options.versions ? 'all' : 'best',
    printing: { output: options.output, maxWidth, whenNone },
    locations: options,
    platform: platformQuestionOf(options, {
      text: given.arguments.keyword.join(' '),
      prereleases: options.devel,
    }),
  }
}

export function complete(): readonly Candidate[] {
  return []
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
    await printCatalog(charts, options.versions, options.printing, io)
    return 'done'
  }
  const { repositoryConfig, repositoryCache } = helmLocations(options.locations, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, signal)
  if (repositories.length === 0) throw new PlainError('no repositories configured')
  const search = { ...options, match: await matchFor(options) }
  const place = { names: repositories.map(({ name }) => name), folder: repositoryCache }
  const warn = (message: string) => io.stderr.write(`warning: ${message}\n`)
  await printFound(await searchRepositories(search, place, warn, signal), options.printing, io)
  return 'done'
}

async function matchFor({ keyword, regexp }: Options): Promise<Match | undefined> {
  if (keyword === '') return undefined
  if (!regexp) return matchText(keyword)
  const { matchPattern } = await import('./match-pattern.ts')
  return matchPattern(keyword)
}
