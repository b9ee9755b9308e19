import { commands } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import type { CommandTable, Ports } from '../../src/cli/verb.ts'
import { captureIo } from './capture-io.ts'

export interface CliCall {
  readonly as?: string
  readonly to?: 'terminal' | 'pipe'
  readonly table?: CommandTable
  readonly signal?: AbortSignal
}

/** Ports of a machine that is the same everywhere, so that outputs can be compared. */
export function fixedPorts(table: CommandTable = commands, name = 'outrigger'): Ports {
  return {
    commands: table,
    program: { name, version: '1.2.3' },
    runtime: { node: '26.0.0', v8: '14.0.0', platform: 'linux/x64' },
  }
}

/** Runs a command line inside this process and returns all that a user would see of it. */
export async function runCli(words: readonly string[], call: CliCall = {}) {
  const { io, written } = captureIo(call.to)
  const signal = call.signal ?? new AbortController().signal
  const exitCode = await runCommandLine(words, fixedPorts(call.table, call.as), io, signal)
  return { exitCode, ...written }
}
