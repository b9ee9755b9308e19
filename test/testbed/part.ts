import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestbedError } from './errors.ts'
import type { Watchdog } from './watchdog.ts'

/** How a part is run now; asked again at every start. */
export interface PartCommand {
  readonly program: string
  readonly args: readonly string[]
  /** Whether it serves; a part that does not listen yet may also throw. */
  readonly isReady: () => Promise<boolean>
}

export interface PartOptions {
  readonly name: string
  readonly logFile: string
  readonly watchdog: Watchdog
}

const readyLimitMilliseconds = 120_000
const readyPollMilliseconds = 50
/** After this long without an end, the part is killed. */
const stopLimitMilliseconds = 30_000
const logTailLines = 30

/** One program of a control plane, with its life. */
export class Part {
  readonly name: string
  readonly logFile: string
  readonly #watchdog: Watchdog
  #child: ChildProcess | undefined

  constructor({ name, logFile, watchdog }: PartOptions) {
    this.name = name
    this.logFile = logFile
    this.#watchdog = watchdog
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the program and waits until it serves. */
  async start(command: PartCommand): Promise<void> {
    if (this.#child) throw new TestbedError('not-ready', `${this.name} is running already`)
    this.#spawn(command)
    const deadline = Date.now() + readyLimitMilliseconds
    while (!(await answers(command))) {
      if (this.#child === undefined) throw await this.#failure('ended before it was ready')
      if (Date.now() > deadline) throw await this.#failure('is not ready')
      await sleep(readyPollMilliseconds)
    }
  }

  /** Asks it to end, and kills it when it does not. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child) return
    const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMilliseconds)
    await this.#end(child, 'SIGTERM')
    clearTimeout(killer)
  }

  /** As `kill -9`: nothing is flushed, nobody is told. */
  async kill(): Promise<void> {
    if (this.#child) await this.#end(this.#child, 'SIGKILL')
  }

  #spawn({ program, args }: PartCommand): void {
    const log = openSync(this.logFile, 'a')
    // A session of its own: Ctrl-C must not end etcd before the API server.
    const child = spawn(program, args, { stdio: ['ignore', log, log], detached: true })
    closeSync(log)
    this.#child = child
    const { pid } = child
    if (pid !== undefined) this.#watchdog.add(pid)
    const forget = (): void => {
      if (pid !== undefined) this.#watchdog.drop(pid)
      if (this.#child === child) this.#child = undefined
    }
    child.once('exit', forget)
    child.once('error', forget)
  }

  async #end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async #failure(what: string): Promise<TestbedError> {
    const log = await readFile(this.logFile, 'utf8')
    const tail = log.trimEnd().split('\n').slice(-logTailLines).join('\n')
    return new TestbedError('not-ready', `${this.name} ${what}; ${this.logFile} ends with\n${tail}`)
  }
}

async function answers(command: PartCommand): Promise<boolean> {
  try {
    return await command.isReady()
  } catch {
    // Refused or reset: it does not listen yet.
    return false
  }
}
