import { rm } from 'node:fs/promises'
import { indexPaths } from '../../sources/repository/index/index-paths.ts'
import {
  readRepositoriesFile,
  writeRepositoriesFile,
} from '../../sources/repository/repositories-file.ts'
import { withRepositoriesLock } from '../../sources/repository/repositories-lock.ts'
import { completeRepository } from '../chart/complete-chart.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description: "Takes repositories out of helm's own list, and their indexes out of the cache.",
  arguments: {
    repository: { count: 'one', summary: 'the repository' },
    'more-repositories': { count: 'any', summary: 'further repositories' },
  },
  options: {
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
  },
  examples: ['repo remove example'],
} as const satisfies CommandSpec

export interface Options {
  readonly names: readonly string[]
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { repository, 'more-repositories': more } = given.arguments
  return { names: [repository, ...more], locations: given.options }
}

export const complete = completeRepository

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { repositoryConfig, repositoryCache } = helmLocations(options.locations, ports)
  const before = await readRepositoriesFile(repositoryConfig, signal)
  if (before.repositories.length === 0) throw new PlainError('no repositories configured')
  const remove = async () => {
    for (const name of options.names) {
      await removeOne(name, repositoryConfig, signal)
      const paths = indexPaths({ name, folder: repositoryCache })
      for (const path of Object.values(paths)) await rm(path, { force: true })
      io.stdout.write(`${JSON.stringify(name)} has been removed from your repositories\n`)
    }
  }
  await withRepositoriesLock(repositoryConfig, remove, signal)
  return 'done'
}

async function removeOne(name: string, path: string, signal: AbortSignal): Promise<void> {
  const file = await readRepositoriesFile(path, signal)
  const repositories = file.repositories.filter((entry) => entry.name !== name)
  if (repositories.length === file.repositories.length) {
    throw new PlainError(`no repo named ${JSON.stringify(name)} found`)
  }
  await writeRepositoriesFile(path, { ...file, repositories })
}
