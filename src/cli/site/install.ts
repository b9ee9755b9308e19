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
    'Installs a platform from one file: the expansion beside it is checked, the cluster is made of machines by its provider (or its kubeconfig is given), our operator and server are started, the expansion is carried out and applications become instances. Every step is noted by name, so that an installer that was killed goes on there. A second installer on the same site is refused.',
  arguments: siteArgument,
  options: installOptions,
  examples: [
    'site install',
    'site install ./my-site --expansion ./package.tar.zst',
    'site install tke.json',
  ],
} as const satisfies CommandSpec

export const parse = parseInstall

export async function run(
  choice: InstallChoice,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { carryOnSite } = await import('./carry-on-site.ts')
  return await carryOnSite({ ...carryOnOptionsOf(choice), mayUpgrade: false }, ports, io, signal)
}
