import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { findSite, outputOption, siteArgument } from './site-options.ts'

export const command = {
  description:
    'Ends the process of a platform that runs beside its installer, and waits for its end. Clusters and what is installed on them stay as they are; site resume starts it again.',
  arguments: siteArgument,
  options: outputOption,
  examples: ['site stop', 'site stop ./my-site'],
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
  const { stopPlatformProcess } = await import('./platform-process.ts')
  const state = await stopPlatformProcess(findSite(site), signal)
  const text = state === 'stopped' ? 'the platform has ended\n' : 'no platform runs here\n'
  io.stdout.write(output === 'json' ? `${JSON.stringify({ state })}\n` : text)
  return 'done'
}
