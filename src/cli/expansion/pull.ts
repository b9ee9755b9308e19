import { resolve } from 'node:path'
import { dropUnlocked } from '../../expansion/artifact/drop-unlocked.ts'
import { pullPackage } from '../../expansion/artifact/pull-package.ts'
import { openPackage } from '../../expansion/package/open-package.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withWorkspace } from './open-given.ts'
import { openPlace } from './open-registry.ts'

export const command = {
  description:
    'Pulls a package from a registry into a folder and compares every byte with its lock. Files that are there already are not pulled again.',
  arguments: {
    source: { count: 'one', summary: 'oci://HOST/REPOSITORY:TAG, or by digest' },
    folder: { count: 'one', summary: 'where to; an older version in it is brought up to date' },
  },
  options: { output: outputOption, ...connectionOptions },
  examples: ['expansion pull oci://registry.example/expansions/my:1.0.0 ./my'],
} as const satisfies CommandSpec

export interface Options {
  readonly source: string
  readonly folder: string
  readonly output: OutputFormat
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { output } = given.options
  return { ...given.arguments, output, connection: connectionOf(given.options) }
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
    const columns = [
      { header: 'folder', cell: () => row.folder },
      { header: 'digest', cell: () => row.digest },
      { header: 'bytes', cell: () => String(row.bytes) },
    ]
    const name = () => row.folder
    await printResult(
      { noun: 'package', name, columns, rows: [row], value: row },
      options.output,
      io,
    )
    return 'done'
  } finally {
    await place.close()
  }
}
