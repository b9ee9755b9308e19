import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pullProvider } from '../../site/provider/provider-artifact.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { openPlace } from '../expansion/open-registry.ts'
import {
  type RegistryChoice,
  registryChoiceOf,
  registryOptions,
} from '../expansion/registry-options.ts'
import type { Io } from '../io.ts'
import { printRow } from '../output/print-result.ts'
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
  options: registryOptions,
  examples: ['provider pull oci://registry.example/providers/my:1.0.0 ./providers/my'],
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
    const cells = { folder: row.folder, digest: row.digest }
    await printRow({ noun: 'provider', cells, value: row }, output, io)
    return 'done'
  } catch (error) {
    throw plainSiteError(error)
  } finally {
    await place.close()
  }
}
