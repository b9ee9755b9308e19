import type { CommandSpec } from '../command-spec.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type InstallChoice,
  carryOnOptionsOf,
  installOptions,
  parseInstall,
} from './install-options.ts'
import { siteArgument } from './site-options.ts'

export const command = {
  description:
    'Brings a platform to the version of this installer, and its cluster to the version of Kubernetes that the file says. An installer that is older than the platform is refused, and so is one that has nothing new.',
  arguments: siteArgument,
  options: installOptions,
  examples: ['site upgrade', 'site upgrade ./my-site'],
} as const satisfies CommandSpec

export const parse = parseInstall

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
