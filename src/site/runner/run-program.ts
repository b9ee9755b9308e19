import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SiteError } from '../errors.ts'

/** A program of this machine. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: AsyncIterable<Uint8Array> | Uint8Array | string
  readonly onOutput: (chunk: Uint8Array) => void
  readonly onErrors: (chunk: Uint8Array) => void
}

const killAfterMilliseconds = 5000

/** Runs a program to its end and gives its code; one that a signal ended has 128 and the number of the signal. */
export async function runProgram(program: Program, signal: AbortSignal): Promise<number> {
  const { command, args, env, input, onOutput, onErrors } = program
  signal.throwIfAborted()
  const child = spawn(command, args, { env, stdio: 'pipe', detached: true })
  const end = () => endGroup(child.pid)
  signal.addEventListener('abort', end, { once: true })
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onErrors)
  const closed = once(child, 'close').catch((cause: unknown) => {
    throw new SiteError('missing-program', `cannot start ${command}; is it installed?`, { cause })
  }) as Promise<[number | null]>
  // A program that ends early closes its input; its code tells why.
  const fed = pipeline(Readable.from(asChunks(input)), child.stdin).catch(() => undefined)
  try {
    const [code] = await closed
    await fed
    signal.throwIfAborted()
    return code ?? endedBySignal
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const endedBySignal = 143

async function* asChunks(input: Program['input']): AsyncIterable<Uint8Array> {
  if (typeof input === 'string') yield Buffer.from(input)
  else if (input instanceof Uint8Array) yield input
  else yield* input
}

// The group of the program, so that its own children end as well.
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  send(pid, 'SIGTERM')
  setTimeout(() => send(pid, 'SIGKILL'), killAfterMilliseconds).unref()
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // It has ended already.
  }
}
