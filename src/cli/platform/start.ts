import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { missingParts } from './missing-parts.ts'

export const command = {
  arguments: {},
  options: {},
  examples: ['start'],
} as const satisfies CommandSpec

export type Options = Readonly<Record<string, never>>

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : {}
}

export async function run(_options: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { name, version } = ports.program
  const working = ports.commands.commands.filter((entry) => !entry.hidden && entry.path !== 'start')
  const widest = Math.max(...working.map((entry) => entry.path.length))
  const lines = [
    `outrigger ${version}: there is no platform to start yet, so nothing was started.`,
    '',
    'Works today:',
    ...working.map((entry) => `  ${name} ${entry.path.padEnd(widest)}   ${entry.summary}`),
    '',
    'Not there yet:',
    ...missingParts.map((part) => `  ${part}`),
  ]
  io.stdout.write(`${lines.join('\n')}\n`)
  return 'done'
}
