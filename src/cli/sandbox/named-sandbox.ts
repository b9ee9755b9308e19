import { PlainError, type UsageError } from '../errors.ts'
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
