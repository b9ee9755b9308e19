import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { describeCommand, describeGroup } from '../help-text.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import { listCandidates, route } from '../route.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'

export const command = {
  arguments: { command: { count: 'any', summary: 'the command to explain' } },
  options: {},
  examples: ['help', 'help version'],
} as const satisfies CommandSpec

export interface Options {
  readonly words: readonly string[]
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : { words: given.arguments.command }
}

export async function run(options: Options, ports: Ports, io: Io): Promise<Outcome> {
  const target = route(options.words, ports.commands)
  if (target instanceof UsageError) throw target
  io.stdout.write(
    target.to === 'command'
      ? await describeCommand(target.entry, ports, io.stdout)
      : describeGroup(target.group, ports, io.stdout),
  )
  return 'done'
}

export function complete(before: readonly string[], ports: Ports): readonly Candidate[] {
  const target = route(before, ports.commands)
  if (target instanceof UsageError || target.to === 'command') return []
  return listCandidates(target.group, ports.commands)
}
