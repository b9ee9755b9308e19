import { resolve } from 'node:path'
import { pushProvider } from '../../site/provider/provider-artifact.ts'
import { readProvider } from '../../site/provider/read-provider.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
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
    'Pushes the folder of a provider to a registry as an OCI artifact, once it has no problem. Every file is a blob with its name, so that oras and skopeo can look at it and copy it.',
  arguments: {
    folder: { count: 'one', summary: 'the folder with provider.yaml' },
    target: {
      count: 'one',
      summary: 'oci://HOST/REPOSITORY[:TAG]; the version is the tag unless given',
    },
  },
  options: registryOptions,
  examples: ['provider push ./my-provider oci://registry.example/providers/my'],
} as const satisfies CommandSpec

export interface Options extends RegistryChoice {
  readonly folder: string
  readonly target: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { ...given.arguments, ...registryChoiceOf(given.options) }
}

export async function run(
  { folder, target, output, connection }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const place = await openPlace(target, connection, ports, signal)
  try {
    const path = resolve(folder)
    const { file } = await readProvider(path, undefined, signal)
    const { registry, repository, host, tag = file.version.replaceAll('+', '_') } = place
    const pushed = await pushProvider(path, { registry, repository, reference: tag }, signal)
    const row = { provider: `oci://${host}/${repository}:${tag}`, ...pushed }
    const cells = { provider: row.provider, digest: row.digest, uploaded: row.uploaded }
    await printRow({ noun: 'provider', cells, value: row }, output, io)
    return 'done'
  } catch (error) {
    throw plainSiteError(error)
  } finally {
    await place.close()
  }
}
