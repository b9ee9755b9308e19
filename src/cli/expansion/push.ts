import { join } from 'node:path'
import { pushPackage } from '../../expansion/artifact/push-package.ts'
import { packageVersion } from '../../expansion/package/describe-package.ts'
import { fileUploadJournal } from '../../oci/client/upload/file-upload-journal.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { printRow } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withPackage } from './open-given.ts'
import { openPlace } from './open-registry.ts'
import { type RegistryChoice, registryChoiceOf, registryOptions } from './registry-options.ts'

export const command = {
  description:
    'Pushes a built package to a registry as an OCI artifact. Every file is a blob of its own, so that files of other versions never travel twice, and a push that was broken off goes on.',
  arguments: {
    package: { count: 'one', summary: 'the package, as build wrote it' },
    target: {
      count: 'one',
      summary: 'oci://HOST/REPOSITORY[:TAG]; the version is the tag unless given',
    },
  },
  options: registryOptions,
  examples: ['expansion push my-1.0.0.tar.zst oci://registry.example/expansions/my'],
} as const satisfies CommandSpec

export interface Options extends RegistryChoice {
  readonly package: string
  readonly target: string
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
  const { locations } = await openSources(options.connection, ports, signal)
  const journal = fileUploadJournal(join(locations.contentCache, 'outrigger-uploads'))
  const place = await openPlace(options.target, options.connection, ports, signal)
  try {
    const row = await withPackage(
      options.package,
      { connection: options.connection, ports },
      async ({ opened }) => {
        const tag = place.tag ?? packageVersion(opened).replaceAll('+', '_')
        const { registry, repository } = place
        const pushed = await pushPackage(opened, { registry, repository, tag, journal }, signal)
        return { reference: `oci://${place.host}/${repository}:${tag}`, ...pushed }
      },
      signal,
    )
    const cells = {
      reference: row.reference,
      digest: row.digest,
      files: row.uploaded,
      bytes: row.bytes,
    }
    await printRow({ noun: 'package', cells, value: row }, options.output, io)
    return 'done'
  } finally {
    await place.close()
  }
}
