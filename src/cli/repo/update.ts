import {
  type RepositoryEntry,
  readRepositoriesFile,
} from '../../sources/repository/repositories-file.ts'
import { addressOptions } from '../options/address-options.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import { completeRepository } from '../chart/complete-chart.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { progressFor } from '../output/progress.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { outcomeLine } from './outcome-line.ts'
import { refreshRepositories } from './refresh-repository.ts'
import { readTimeout, timeoutOption } from './timeout-option.ts'

export const command = {
  description:
    'Brings the indexes of the repositories that were added up to date, several at once; an index that has not changed is not sent again.',
  arguments: { repository: { count: 'any', summary: 'which ones; all unless given' } },
  options: {
    timeout: timeoutOption,
    ...addressOptions,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
  },
  examples: ['repo update', 'repo update example'],
} as const satisfies CommandSpec

export interface Options {
  readonly names: readonly string[]
  readonly totalTime: number | undefined
  readonly allow: readonly string[]
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const totalTime = readTimeout(given.options.timeout)
  if (totalTime instanceof UsageError) return totalTime
  const allow = given.options['allow-address']
  return { names: given.arguments.repository, totalTime, allow, locations: given.options }
}

export const complete = completeRepository

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const locations = helmLocations(options.locations, ports)
  const { repositories } = await readRepositoriesFile(locations.repositoryConfig, signal)
  const entries = chosen(repositories, options.names)
  const progress = progressFor(io)
  const say = (line: string) => progress.say(line, io.stdout)
  say('Hang tight while we grab the latest from your chart repositories...')
  const { totalTime } = options
  const refreshing = {
    folder: locations.repositoryCache,
    policy: addressPolicyOf(options.allow, ports),
    progress,
    ...(totalTime === undefined ? {} : { totalTime }),
  }
  try {
    const failed = await refreshRepositories(
      entries,
      refreshing,
      (entry, error) => say(outcomeLine(entry, error)),
      signal,
    )
    if (failed.length > 0) {
      const urls = failed.map(({ entry }) => entry.url).join(' ')
      throw new PlainError(`failed to update the following repositories: [${urls}]`)
    }
    say('Update Complete. ⎈Happy Helming!⎈')
    return 'done'
  } finally {
    progress.close()
  }
}

function chosen(
  repositories: readonly RepositoryEntry[],
  names: readonly string[],
): readonly RepositoryEntry[] {
  if (repositories.length === 0) {
    throw new PlainError('no repositories found. You must add one before updating')
  }
  const unknown = names.find((name) => !repositories.some((entry) => entry.name === name))
  if (unknown !== undefined) {
    const message = `no repositories found matching '${unknown}'.  Nothing will be updated`
    throw new PlainError(message)
  }
  return names.length === 0 ? repositories : repositories.filter(({ name }) => names.includes(name))
}
