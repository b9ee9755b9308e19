import { sleep } from '../../std/sleep.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, type UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import { answeredMinor } from './answers.ts'
import { completeName, knownSandbox, nameArgument, parseName } from './named-sandbox.ts'
import { readRunning } from './sandbox-folder.ts'

export const complete = completeName

const patienceMilliseconds = 20_000
const pauseMilliseconds = 50

export const command = {
  description: 'Stops a sandbox. Its objects are kept for the next start.',
  arguments: { name: nameArgument },
  options: {},
  examples: ['sandbox stop', 'sandbox stop old'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  return parseName(command, argv)
}

export async function run(
  { name }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { folder } = await knownSandbox(name, ports)
  const running = await readRunning(folder)
  if (running === undefined) {
    io.stdout.write(`sandbox "${name}" does not run\n`)
    return 'done'
  }
  // A number that another process has by now must not be stopped.
  if ((await answeredMinor(folder.kubeconfig, ports.environment, signal)) === '') {
    throw new PlainError(
      `process ${running.pid} does not answer as the sandbox "${name}" at ${running.url}, and was left alone`,
    )
  }
  process.kill(running.pid, 'SIGTERM')
  const deadline = performance.now() + patienceMilliseconds
  while ((await readRunning(folder)) !== undefined) {
    if (performance.now() > deadline) {
      throw new PlainError(`the sandbox "${name}" did not stop: process ${running.pid} goes on`)
    }
    await sleep(pauseMilliseconds, signal)
  }
  io.stdout.write(`sandbox "${name}" stopped\n`)
  return 'done'
}
