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
    'Goes on with an installation at the step and the condition where it stopped, by name: the file may have been edited meanwhile. What failed gets all of its attempts again, and an operator that gave up is asked again.',
  arguments: siteArgument,
  options: installOptions,
  examples: ['site resume', 'site resume ./my-site -v'],
} as const satisfies CommandSpec

export const parse = parseInstall

export async function run(
  choice: InstallChoice,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { carryOnSite, refuseUnbegun } = await import('./carry-on-site.ts')
  const options = { ...carryOnOptionsOf(choice), mayUpgrade: false, before: refuseUnbegun }
  return await carryOnSite(options, ports, io, signal)
}
