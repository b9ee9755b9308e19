import type { CommandSpec } from '../command-spec.ts'
import { PlainError, type UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import { completeName, knownSandbox, nameArgument, parseName } from './named-sandbox.ts'
import { forgetObjects, readRunning } from './sandbox-folder.ts'

export const complete = completeName

export const command = {
  description:
    'Forgets everything that a sandbox holds. It has to be stopped. Its version, its address and its kubeconfig stay.',
  arguments: { name: nameArgument },
  options: {},
  examples: ['sandbox reset', 'sandbox reset old'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  return parseName(command, argv)
}

export async function run({ name }: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { folder } = await knownSandbox(name, ports)
  if ((await readRunning(folder)) !== undefined) {
    const stop = `${ports.program.name} sandbox stop ${name}`
    throw new PlainError(`the sandbox "${name}" runs; "${stop}" stops it`)
  }
  await forgetObjects(folder)
  io.stdout.write(`sandbox "${name}" is empty\n`)
  return 'done'
}
