import type { CommandSpec } from '../command-spec.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type SiteLook,
  findSite,
  outputOption,
  parseSiteLook,
  siteArgument,
} from './site-options.ts'

export const command = {
  description:
    'Says how far an installation is, whether an installer is at work on it, and whether its platform runs. It only reads, also while somebody installs.',
  arguments: siteArgument,
  options: outputOption,
  examples: ['site status', 'site status ./my-site -o json'],
} as const satisfies CommandSpec

export const parse = parseSiteLook

export async function run(
  { site, output }: SiteLook,
  _ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { readSiteState, stateText } = await import('./read-site-state.ts')
  const state = await readSiteState(findSite(site), signal)
  io.stdout.write(output === 'json' ? `${JSON.stringify(state)}\n` : stateText(state))
  return 'done'
}
