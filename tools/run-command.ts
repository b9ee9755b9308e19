import { spawn } from 'node:child_process'

export interface CommandOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** `show` also passes the output on to our own, as it comes. */
  readonly output: 'capture' | 'show'
  readonly limitSeconds?: number
}

export interface CommandResult {
  readonly ok: boolean
  /** Standard output and standard error, in the order they came. */
  readonly output: string
  readonly seconds: number
}

/**
 * Runs a program without standard input and waits for its end. One that fails, cannot be started or takes
 * too long is a result, not an exception: callers report it beside what the others did.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const began = performance.now()
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const finish = (ok: boolean, note = ''): void => {
    const output = Buffer.concat(chunks).toString('utf8') + note
    resolve({ ok, output, seconds: (performance.now() - began) / 1000 })
  }
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.limitSeconds === undefined ? {} : { timeout: options.limitSeconds * 1000 }),
  })
  const take = (chunk: Buffer, to: NodeJS.WriteStream): void => {
    chunks.push(chunk)
    if (options.output === 'show') to.write(chunk)
  }
  child.stdout.on('data', (chunk: Buffer) => take(chunk, process.stdout))
  child.stderr.on('data', (chunk: Buffer) => take(chunk, process.stderr))
  child.on('error', (error) => finish(false, `cannot run ${command}: ${error.message}\n`))
  child.on('exit', (_code, signal) => {
    if (signal === null) return
    // Processes that it had started may live on and hold the pipes open; nobody waits for that.
    child.stdout.destroy()
    child.stderr.destroy()
  })
  child.on('close', (code, signal) => {
    if (signal === null) finish(code === 0)
    else finish(false, `${command} was ended by ${signal}\n`)
  })
  return promise
}
