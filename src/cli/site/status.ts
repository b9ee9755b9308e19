import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { findSite, outputOption, siteArgument } from './site-options.ts'

export const command = {
  description:
    'Says how far an installation is, whether an installer is at work on it, and whether its platform runs. It only reads, also while somebody installs.',
  arguments: siteArgument,
  options: outputOption,
  examples: ['site status', 'site status ./my-site -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly site: string | undefined
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { site: given.arguments.site, output: given.options.output }
}

export async function run(
  { site, output }: Options,
  _ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { readSiteState, stateText } = await import('./read-site-state.ts')
  const state = await readSiteState(findSite(site), signal)
  io.stdout.write(output === 'json' ? `${JSON.stringify(state)}\n` : stateText(state))
  return 'done'
}
