import { commands } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import type { CommandTable, Environment, Ports } from '../../src/cli/verb.ts'
import { captureIo } from './capture-io.ts'

export interface CliCall {
  readonly as?: string
  readonly to?: 'terminal' | 'pipe'
  readonly table?: CommandTable
  readonly signal?: AbortSignal
  readonly environment?: Environment
  /** The file of the program, for commands that look for what is beside it. */
  readonly file?: string
  /** Standard input of the command. */
  readonly stdin?: string
  /** Called with what the command says, while it says it. */
  readonly told?: (text: string) => void
}

/** Ports of a machine that is the same everywhere, so that outputs can be compared. */
export function fixedPorts(
  table: CommandTable = commands,
  name = 'outrigger',
  environment: Environment = {},
): Ports {
  return {
    commands: table,
    program: { name, version: '1.2.3', file: '' },
    environment,
    runtime: { node: '26.0.0', v8: '14.0.0', platform: 'linux/x64' },
  }
}

/** Runs a command line inside this process and returns all that a user would see of it. */
export async function runCli(words: readonly string[], call: CliCall = {}) {
  const { io, written } = captureIo(call.to, call.stdin, call.told)
  const signal = call.signal ?? new AbortController().signal
  const fixed = fixedPorts(call.table, call.as, call.environment)
  const ports = { ...fixed, program: { ...fixed.program, file: call.file ?? '' } }
  const exitCode = await runCommandLine(words, ports, io, signal)
  return { exitCode, ...written }
}
