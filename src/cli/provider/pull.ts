import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pullProvider } from '../../site/provider/provider-artifact.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { openPlace } from '../expansion/open-registry.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import { plainSiteError } from '../site/open-site.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Pulls a provider from a registry into a new folder, which is there only when it is whole and has no problem.',
  arguments: {
    source: { count: 'one', summary: 'oci://HOST/REPOSITORY:TAG, or by digest' },
    folder: { count: 'one', summary: 'where to; it must not be there' },
  },
  options: { output: outputOption, ...connectionOptions },
  examples: ['provider pull oci://registry.example/providers/my:1.0.0 ./providers/my'],
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
  { source, folder, output, connection }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const path = resolve(folder)
  if (existsSync(path)) throw new PlainError(`${path} is there already: name another folder`)
  const place = await openPlace(source, connection, ports, signal)
  try {
    await mkdir(dirname(path), { recursive: true })
    const { registry, repository, reference = 'latest' } = place
    const row = await pullProvider({ registry, repository, reference }, () => path, signal)
    const columns = [
      { header: 'folder', cell: () => row.folder },
      { header: 'digest', cell: () => row.digest },
    ]
    const name = () => row.folder
    await printResult({ noun: 'provider', name, columns, rows: [row], value: row }, output, io)
    return 'done'
  } catch (error) {
    throw plainSiteError(error)
  } finally {
    await place.close()
  }
}
