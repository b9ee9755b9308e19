import { PlainError } from './errors.ts'
import type { Io } from './io.ts'

const mostBytes = 65_536

/** A password from a pipe: everything but the last end of line. */
export async function readPipedPassword(io: Io, signal: AbortSignal): Promise<string> {
  const text = Buffer.from(await io.stdin.readAll(mostBytes, signal)).toString('utf8')
  return text.replace(/\r?\n$/, '').replace(/\r$/, '')
}

/** A password from the keyboard, not shown while it is typed. */
export async function askPassword(prompt: string, io: Io, signal: AbortSignal): Promise<string> {
  if (!io.stdin.isTerminal) {
    throw new PlainError('there is no terminal to ask for the password: give --password-stdin')
  }
  io.stderr.write(prompt)
  const password = await io.stdin.readLine('hidden', signal)
  io.stderr.write('\n')
  return password
}

/** A name from the keyboard. */
export async function askName(prompt: string, io: Io, signal: AbortSignal): Promise<string> {
  if (!io.stdin.isTerminal) {
    throw new PlainError('there is no terminal to ask for the user: give --username')
  }
  io.stderr.write(prompt)
  return (await io.stdin.readLine('shown', signal)).trim()
}
