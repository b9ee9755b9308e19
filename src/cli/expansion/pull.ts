import { resolve } from 'node:path'
import { dropUnlocked } from '../../expansion/artifact/drop-unlocked.ts'
import { pullPackage } from '../../expansion/artifact/pull-package.ts'
import { openPackage } from '../../expansion/package/open-package.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { printRow } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withWorkspace } from './open-given.ts'
import { openPlace } from './open-registry.ts'
import { type RegistryChoice, registryChoiceOf, registryOptions } from './registry-options.ts'

export const command = {
  description:
    'Pulls a package from a registry into a folder and compares every byte with its lock. Files that are there already are not pulled again.',
  arguments: {
    source: { count: 'one', summary: 'oci://HOST/REPOSITORY:TAG, or by digest' },
    folder: { count: 'one', summary: 'where to; an older version in it is brought up to date' },
  },
  options: registryOptions,
  examples: ['expansion pull oci://registry.example/expansions/my:1.0.0 ./my'],
} as const satisfies CommandSpec

export interface Options extends RegistryChoice {
  readonly source: string
  readonly folder: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { ...given.arguments, ...registryChoiceOf(given.options) }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const place = await openPlace(options.source, options.connection, ports, signal)
  const folder = resolve(options.folder)
  try {
    const row = await withWorkspace(async (workspace) => {
      const { registry, repository, reference = 'latest' } = place
      const pulled = await pullPackage({ registry, repository, reference }, folder, signal)
      await dropUnlocked(folder, signal)
      await openPackage(folder, workspace, signal)
      return { folder, ...pulled }
    })
    const cells = { folder: row.folder, digest: row.digest, bytes: row.bytes }
    await printRow({ noun: 'package', cells, value: row }, options.output, io)
    return 'done'
  } finally {
    await place.close()
  }
}
