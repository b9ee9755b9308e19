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
    'Says which steps an installation has, which conditions its cluster goes through on which machines, what is left out or delegated and why, and which of them are done. The file, the expansion and the provider are checked; no machine is asked.',
  arguments: siteArgument,
  options: installOptions,
  examples: ['site plan', 'site plan ./my-site -o json'],
} as const satisfies CommandSpec

export const parse = parseInstall

export async function run(
  choice: InstallChoice,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { planSite, planText } = await import('./plan-site.ts')
  const { paths, expansion } = carryOnOptionsOf(choice)
  const plan = await planSite(paths, expansion, ports, signal)
  io.stdout.write(choice.output === 'json' ? `${JSON.stringify(plan)}\n` : planText(plan))
  return 'done'
}
