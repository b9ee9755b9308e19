import { inspect } from 'node:util'
import { paint } from './colour.ts'
import { Interruption, PlainError, UsageError } from './errors.ts'
import type { Io } from './io.ts'
import { systemText } from './output/system-text.ts'
import { readGlobalOptions } from './read-arguments.ts'
import { route } from './route.ts'
import type { CommandEntry, Outcome, Ports } from './verb.ts'

const outcomeCodes = { done: 0, failed: 1, differs: 3 } as const satisfies Record<Outcome, number>
const usageCode = 2

/** Runs one command line from its words to its exit code; only this prints errors. */
export async function runCommandLine(
  words: readonly string[],
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const target = route(words, ports.commands)
  if (target instanceof UsageError) return reportUsage(target, '', ports, io)
  if (target.to === 'command') return runCommand(target.entry, target.argv, { ports, io, signal })
  // Help is loaded only when it is wanted: every file costs a quick command time.
  const { describeGroup } = await import('./help-text.ts')
  io.stdout.write(describeGroup(target.group, ports, io.stdout))
  return outcomeCodes.done
}

interface Context {
  readonly ports: Ports
  readonly io: Io
  readonly signal: AbortSignal
}

async function runCommand(
  entry: CommandEntry,
  argv: readonly string[],
  { ports, io, signal }: Context,
): Promise<number> {
  const verb = await entry.load()
  const { help, debug } = readGlobalOptions(verb.command, argv)
  if (help) {
    const { describeCommand } = await import('./help-text.ts')
    io.stdout.write(await describeCommand(entry, ports, io.stdout))
    return outcomeCodes.done
  }
  const options: unknown = verb.parse(argv)
  if (options instanceof UsageError) return reportUsage(options, entry.path, ports, io)
  try {
    const outcome = await verb.run(options as never, ports, io, signal)
    return interruptionCode(signal) ?? outcomeCodes[outcome]
  } catch (error) {
    if (error instanceof UsageError) return reportUsage(error, entry.path, ports, io)
    // The error of an interrupted command says only that it was interrupted.
    const interrupted = interruptionCode(signal)
    if (interrupted !== undefined && !debug) return interrupted
    reportFailure(error, debug ? 'with stack' : 'message only', io)
    return interrupted ?? outcomeCodes.failed
  }
}

function interruptionCode(signal: AbortSignal): number | undefined {
  const reason: unknown = signal.reason
  return reason instanceof Interruption ? reason.exitCode : undefined
}

function reportUsage(error: UsageError, path: string, ports: Ports, io: Io): number {
  const command = [ports.program.name, path].filter(Boolean).join(' ')
  const lines = [
    `${paint('error:', 'red', io.stderr)} ${error.message}`,
    ...(error.suggestion === undefined ? [] : [`did you mean ${error.suggestion}?`]),
    `see ${command} --help`,
  ]
  io.stderr.write(`${lines.join('\n')}\n`)
  return usageCode
}

function reportFailure(error: unknown, detail: 'with stack' | 'message only', io: Io): void {
  const text = detail === 'with stack' ? inspect(error) : explain(error)
  io.stderr.write(`${paint('error:', 'red', io.stderr)} ${text}\n`)
}

/** The message and its causes, each once: an error often repeats what its cause said. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const told = systemText(error)
  if (told !== undefined) return told
  if (error.cause === undefined || error instanceof PlainError) return error.message
  const cause = explain(error.cause)
  if (error.message.includes(cause)) return error.message
  const repeated = error.cause instanceof Error ? error.cause.message : ''
  const isRepeated = repeated !== '' && error.message.endsWith(repeated)
  const own = isRepeated ? error.message.slice(0, -repeated.length) : `${error.message}: `
  return `${own}${cause}`
}
