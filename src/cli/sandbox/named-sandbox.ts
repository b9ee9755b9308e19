import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Ports } from '../verb.ts'
import {
  type SandboxFolder,
  type SandboxSettings,
  checkName,
  defaultName,
  listSandboxes,
  readSettings,
  sandboxFolder,
} from './sandbox-folder.ts'

export const nameArgument = {
  count: 'at-most-one',
  summary: `which sandbox; "${defaultName}" unless given`,
} as const

/** The name that was given, or the default one. */
export function readName(given: string | undefined): string | UsageError {
  return checkName(given ?? defaultName)
}

/** Reads the arguments of a verb that wants no more than a name. */
export function parseName(
  command: CommandSpec & { readonly arguments: { readonly name: typeof nameArgument } },
  argv: readonly string[],
): { readonly name: string } | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const name = readName(given.arguments.name)
  return name instanceof UsageError ? name : { name }
}

/** A sandbox that must be there. */
export async function knownSandbox(
  name: string,
  ports: Ports,
): Promise<{ readonly folder: SandboxFolder; readonly settings: SandboxSettings }> {
  const folder = sandboxFolder(name, ports)
  const settings = await readSettings(folder)
  if (settings !== undefined) return { folder, settings }
  const start = `${ports.program.name} sandbox start ${name}`
  throw new PlainError(`there is no sandbox "${name}"; "${start}" makes one`)
}

/** The names of sandboxes, for a shell. */
export async function completeName(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  if (before.length > 0) return []
  return (await listSandboxes(ports)).map(({ name }) => ({ word: name, summary: 'sandbox' }))
}
