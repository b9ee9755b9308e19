import { readFile } from 'node:fs/promises'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { completeName, knownSandbox, nameArgument, readName } from './named-sandbox.ts'

export const complete = completeName

export const command = {
  description: 'Prints the kubeconfig of the administrator of a sandbox, or where it is.',
  arguments: { name: nameArgument },
  options: { path: { kind: 'switch', summary: 'print the path of the file' } },
  examples: ['sandbox kubeconfig', 'sandbox kubeconfig --path'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly path: boolean
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const name = readName(given.arguments.name)
  return name instanceof UsageError ? name : { name, path: given.options.path }
}

export async function run({ name, path }: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { folder } = await knownSandbox(name, ports)
  const text = path ? `${folder.kubeconfig}\n` : await readFile(folder.kubeconfig, 'utf8')
  io.stdout.write(text)
  return 'done'
}
