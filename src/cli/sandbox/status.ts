import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { completeName, knownSandbox, nameArgument, readName } from './named-sandbox.ts'
import { printSandboxes } from './print-sandboxes.ts'

export const complete = completeName

export const command = {
  arguments: { name: nameArgument },
  options: { output: outputOption },
  examples: ['sandbox status', 'sandbox status -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly output: OutputFormat
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const name = readName(given.arguments.name)
  return name instanceof UsageError ? name : { name, output: given.options.output }
}

export async function run({ name, output }: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { folder } = await knownSandbox(name, ports)
  await printSandboxes([folder], output, 'one', io)
  return 'done'
}
