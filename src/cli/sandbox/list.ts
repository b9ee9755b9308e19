import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { printSandboxes } from './print-sandboxes.ts'
import { listSandboxes } from './sandbox-folder.ts'

export const command = {
  arguments: {},
  options: { output: outputOption },
  examples: ['sandbox list', 'sandbox list -o name'],
} as const satisfies CommandSpec

export interface Options {
  readonly output: OutputFormat
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : { output: given.options.output }
}

export async function run({ output }: Options, ports: Ports, io: Io): Promise<Outcome> {
  await printSandboxes(await listSandboxes(ports), output, 'list', io)
  return 'done'
}
