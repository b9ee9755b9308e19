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
    'Brings a platform to the version of this installer, and its cluster to the version of Kubernetes that the file says. An installer that is older than the platform is refused, and so is one that has nothing new.',
  arguments: siteArgument,
  options: installOptions,
  examples: ['site upgrade', 'site upgrade ./my-site'],
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
  const { prepareUpgrade } = await import('./prepare-upgrade.ts')
  const options = { ...carryOnOptionsOf(choice), mayUpgrade: true, before: prepareUpgrade }
  return await carryOnSite(options, ports, io, signal)
}
