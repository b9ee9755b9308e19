import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { providerOperations } from '../../kinds/provider/provider-file.ts'
import { pullProvider } from '../../site/provider/provider-artifact.ts'
import { type Provider, readProvider } from '../../site/provider/read-provider.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { openPlace } from '../expansion/open-registry.ts'
import {
  type RegistryChoice,
  registryChoiceOf,
  registryOptions,
} from '../expansion/registry-options.ts'
import type { Io } from '../io.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import { plainSiteError } from '../site/open-site.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Lists the conditions of a provider by operation, with where each runs and whether it may be skipped or delegated. Every problem of the provider is named with its line.',
  arguments: {
    provider: { count: 'one', summary: 'a folder, or oci://HOST/REPOSITORY:TAG' },
  },
  options: registryOptions,
  examples: ['provider inspect ./my-provider', 'provider inspect oci://registry.example/p/my:1'],
} as const satisfies CommandSpec

export interface Options extends RegistryChoice {
  readonly provider: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { ...given.arguments, ...registryChoiceOf(given.options) }
}

export async function run(
  { provider, output, connection }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { file, digest } = provider.startsWith('oci://')
      ? await pulled(provider, connection, ports, signal)
      : { ...(await readProvider(resolve(provider), undefined, signal)), digest: undefined }
    const rows = providerOperations.flatMap((operation) =>
      file[operation].map((condition) => ({ operation, ...condition })),
    )
    const columns = [
      { header: 'operation', cell: (row: (typeof rows)[number]) => row.operation },
      { header: 'condition', cell: (row: (typeof rows)[number]) => row.name },
      { header: 'scope', cell: (row: (typeof rows)[number]) => row.scope },
      { header: 'skip', cell: (row: (typeof rows)[number]) => yesOrNo(row.mayBeSkipped) },
      { header: 'delegate', cell: (row: (typeof rows)[number]) => yesOrNo(row.mayBeDelegated) },
    ]
    const name = (row: (typeof rows)[number]) => row.name
    const value = { ...file, ...(digest === undefined ? {} : { digest }) }
    await printResult({ noun: 'condition', name, columns, rows, value }, output, io)
    return 'done'
  } catch (error) {
    throw plainSiteError(error)
  }
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

async function pulled(
  address: string,
  connection: Connection,
  ports: Ports,
  signal: AbortSignal,
): Promise<Pick<Provider, 'file'> & { readonly digest: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-provider-'))
  const place = await openPlace(address, connection, ports, signal)
  try {
    const { registry, repository, reference = 'latest' } = place
    const own = join(folder, 'provider')
    const { digest } = await pullProvider({ registry, repository, reference }, () => own, signal)
    const { file } = await readProvider(own, undefined, signal)
    return { file, digest }
  } finally {
    await place.close()
    await rm(folder, { recursive: true, force: true })
  }
}
