import { eraseCredentials } from '../../oci/auth/store-credentials.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { type LocationFlags, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openCredentialStore } from './credential-store.ts'
import { checkRegistryHost } from './registry-host.ts'

export const command = {
  description: 'Forgets the login of a registry, for helm too.',
  arguments: { host: { count: 'one', summary: 'the registry, such as registry.example:5000' } },
  options: { 'registry-config': locationOptions['registry-config'] },
  examples: ['registry logout registry.example'],
} as const satisfies CommandSpec

export interface Options {
  readonly host: string
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { host: given.arguments.host, locations: given.options }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const host = checkRegistryHost(options.host)
  await eraseCredentials(await openCredentialStore(options.locations, ports), host, signal)
  io.stdout.write(`Removing login credentials for ${host}\n`)
  return 'done'
}
