import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '../testbed/send.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

/** One act of a leader. The time is in milliseconds of the clock that all processes share. */
export interface Act {
  readonly at: number
  readonly who: string
}

/** A process that wants to lead, with a road of its own to the server. */
export class Rival {
  identity = ''
  readonly proxy: FaultyProxy
  private readonly lease: string
  private readonly log: string
  private child: ChildProcess | undefined
  private starts = 0

  private constructor(proxy: FaultyProxy, lease: string, log: string) {
    this.proxy = proxy
    this.lease = lease
    this.log = log
  }

  static async start(name: string, access: Access, lease: string, log: string): Promise<Rival> {
    const rival = new Rival(await startFaultyProxy(access), lease, log)
    await rival.live(name)
    return rival
  }

  /** Starts the process, each time under a new name. */
  async live(name: string): Promise<void> {
    this.identity = `${name}-${this.starts++}`
    const args = [
      join(import.meta.dirname, 'lead.ts'),
      this.proxy.url,
      this.lease,
      this.identity,
      this.log,
    ]
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    if (this.child.stdout) await once(this.child.stdout, 'data')
  }

  async kill(): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await gone
  }

  /** Stops the process where it stands, or lets it go on. */
  freeze(state: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(state)
  }

  async close(): Promise<void> {
    this.freeze('SIGCONT')
    await this.kill()
    await this.proxy.close()
  }
}

/** Everything that leaders did so far, in order of time. */
export function readActs(log: string): readonly Act[] {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const acts = lines.flatMap((line): readonly Act[] => {
    const [time, who] = line.split(' ')
    return time === undefined || who === undefined ? [] : [{ at: Number(time) / 1e6, who }]
  })
  return acts.toSorted((a, b) => a.at - b.at)
}

/** The clock of the acts. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
