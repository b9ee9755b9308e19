import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sleep } from '../../../std/sleep.ts'

/** How somebody's operator is started. */
export interface OperatorCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

const mostOutput = 4096
const killMilliseconds = 2000

/** A running operator of somebody else. */
export class OperatorProcess {
  readonly #child: ChildProcess
  readonly #end: Promise<string>
  #output = ''
  #ended: string | undefined

  constructor({ program, args, env }: OperatorCommand) {
    // In a group of its own, so that what a shell started ends with it.
    this.#child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const keep = (chunk: Buffer) => {
      this.#output = `${this.#output}${chunk.toString('utf8')}`.slice(-mostOutput)
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#end = this.#untilEnd()
  }

  /** How it ended; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended
  }

  /** The last lines that it printed. */
  get tail(): string {
    return this.#output.trim().split('\n').slice(-3).join(' | ')
  }

  /** Asks it to end and says whether it did within so many milliseconds; then it is killed. */
  async stop(milliseconds: number): Promise<boolean> {
    this.#signal('SIGTERM')
    const late = new AbortController()
    const wait = sleep(milliseconds, late.signal).then(
      () => false,
      () => true,
    )
    const isInTime = await Promise.race([this.#end.then(() => true), wait])
    late.abort()
    await this.kill()
    return isInTime
  }

  /** Ends it as a crash of the machine would. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL')
    const late = new AbortController()
    const wait = sleep(killMilliseconds, late.signal).catch(() => undefined)
    await Promise.race([this.#end, wait])
    late.abort()
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch (error) {
      // The group is gone already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  async #untilEnd(): Promise<string> {
    try {
      const [code, signal] = (await once(this.#child, 'close')) as [number | null, string | null]
      this.#ended = signal === null ? `ended with ${code ?? 0}` : `was ended by ${signal}`
    } catch (error) {
      this.#ended = `cannot be started: ${error instanceof Error ? error.message : String(error)}`
    }
    return this.#ended
  }
}
