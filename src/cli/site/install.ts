import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type InstallChoice,
  carryOnOptionsOf,
  installChoiceOf,
  installOptions,
} from './install-options.ts'
import { siteArgument } from './site-options.ts'

export const command = {
  description:
    'Installs a platform from one file: the expansion beside it is checked, the cluster is made of machines by its provider (or its kubeconfig is given), our operator and server are started, the expansion is carried out and applications become instances. Every step is noted by name: whoever is killed goes on there. A second installer on the same site is refused.',
  arguments: siteArgument,
  options: installOptions,
  examples: [
    'site install',
    'site install ./my-site --expansion ./package.tar.zst',
    'site install tke.json',
  ],
} as const satisfies CommandSpec

export function parse(argv: readonly string[]): InstallChoice | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return installChoiceOf(given.arguments.site, given.options)
}

export async function run(
  choice: InstallChoice,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { carryOnSite } = await import('./carry-on-site.ts')
  return await carryOnSite({ ...carryOnOptionsOf(choice), mayUpgrade: false }, ports, io, signal)
}
