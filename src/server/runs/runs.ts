import { randomBytes } from 'node:crypto'
import { type Clock, sleepOn } from '../../std/clock.ts'
import { writeJson } from '../../kube/json.ts'
import type { Json } from '../../objects/json.ts'
import type { Identity } from '../auth/identity.ts'
import type { RunFacts, RunState } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import { problemFrom } from '../http/told-problem.ts'
import { type RunEvent, type RunEventKind, RunLog } from './run-log.ts'

/** Where runs are kept, so that they are history after a restart; one text for each. */
export interface KeptRuns {
  readonly readAll: () => Promise<readonly string[]>
  readonly write: (id: string, text: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

/** The object that a run is about. */
export interface RunSubject {
  /** The word of the action, such as `upgrade`. */
  readonly action: string
  /** The noun of its object, such as `plugins`. */
  readonly noun: string
  /** Empty for kinds that have none. */
  readonly namespace: string
  readonly name: string
}

export type Report = (event: Exclude<RunEventKind, 'ended'>, data: unknown) => void

/** The work of a run. It gives the words for its end, and what it found, if anything. */
export type RunWork = (
  report: Report,
  signal: AbortSignal,
) => Promise<{ readonly message: string; readonly result?: unknown }>

/** A run, with its messages. */
export interface Run {
  readonly owner: string
  readonly log: RunLog
  readonly facts: RunFacts
  /** The findings of one that ended well, such as a rehearsal; undefined when there are none. */
  readonly result: unknown
}

interface LiveRun extends Run {
  facts: RunFacts
  result: unknown
  stop: AbortController | undefined
}

const mostRunning = 100
const mostOfOne = 20
/** Runs that have ended are kept up to this number. */
const mostKept = 500
/** Milliseconds after which a run is given up; what it changed stays. */
const longestRun = 60 * 60_000
/** Milliseconds between two writes of a run that goes on. */
const betweenWrites = 1000
const largestResult = 8 * 1024 * 1024

interface RunsOptions {
  readonly clock: Clock
  readonly kept: KeptRuns
  readonly failed: (error: unknown) => void
}

/** The long work that people asked for: bounded in number, and history once it has ended. */
export class Runs {
  private readonly options: RunsOptions
  private readonly runs = new Map<string, LiveRun>()
  private readonly writes = new Map<string, Promise<void>>()
  private readonly loaded: Promise<void>

  constructor(options: RunsOptions) {
    this.options = options
    this.loaded = this.load().catch(options.failed)
  }

  /** Begins a run. Throws a problem when there are too many. */
  async start(identity: Identity, subject: RunSubject, work: RunWork): Promise<Run> {
    await this.loaded
    const owner = ownerOf(identity)
    this.checkRoom(owner)
    const { clock } = this.options
    const id = randomBytes(9).toString('base64url')
    const started = new Date(clock.now()).toISOString()
    const state: RunState = 'running'
    const facts: RunFacts = { id, ...subject, user: identity.user, started, state, message: '' }
    const stop = new AbortController()
    const run: LiveRun = { owner, log: new RunLog(), facts, result: undefined, stop }
    this.runs.set(id, run)
    this.forgetOldest()
    void this.carryOut(run, work, stop)
    await this.write(run)
    return run
  }

  /** All runs, the newest first. */
  async all(): Promise<readonly Run[]> {
    await this.loaded
    return [...this.runs.values()].toReversed()
  }

  async get(id: string): Promise<Run | undefined> {
    await this.loaded
    return this.runs.get(id)
  }

  /** Ends a run that goes on. Its changes so far stay. */
  cancel(run: Run, who: string): void {
    this.runs.get(run.facts.id)?.stop?.abort(new Error(`${who} cancelled it`))
  }

  /** Ends all runs; they count as interrupted. */
  async close(): Promise<void> {
    await this.loaded
    for (const { stop } of this.runs.values()) stop?.abort(new ServerEnds())
    await Promise.all(this.writes.values())
  }

  private async carryOut(run: LiveRun, work: RunWork, stop: AbortController): Promise<void> {
    const { clock, failed } = this.options
    const cancelTimer = clock.after(longestRun, () => stop.abort(new Error('it took too long')))
    const now = () => new Date(clock.now()).toISOString()
    const ending = new AbortController()
    const keeping = this.keepWriting(run, ending.signal)
    try {
      const report: Report = (event, data) => run.log.add(event, data, now())
      const { message, result } = await work(report, stop.signal)
      if (writeJson((result ?? null) as Json).length <= largestResult) run.result = result
      this.end(run, 'succeeded', message, now())
    } catch (error) {
      const reason: unknown = stop.signal.reason
      if (reason instanceof ServerEnds) this.end(run, 'interrupted', interrupted, now())
      else if (stop.signal.aborted) this.end(run, 'cancelled', messageOf(reason), now())
      else this.end(run, 'failed', failureOf(error, failed), now())
    } finally {
      cancelTimer()
      ending.abort()
      run.stop = undefined
      await keeping
      await this.write(run)
    }
  }

  private end(run: LiveRun, state: RunState, message: string, ended: string): void {
    run.facts = { ...run.facts, state, message, ended }
    run.log.add('ended', { state, message }, ended)
  }

  private async keepWriting(run: LiveRun, signal: AbortSignal): Promise<void> {
    let written = 0
    try {
      for (;;) {
        await sleepOn(this.options.clock, betweenWrites, signal)
        if (run.log.newest === written) continue
        written = run.log.newest
        await this.write(run)
      }
    } catch (error) {
      if (!signal.aborted) this.options.failed(error)
    }
  }

  private checkRoom(owner: string): void {
    const running = [...this.runs.values()].filter(({ stop }) => stop !== undefined)
    const own = running.filter((one) => one.owner === owner).length
    if (own < mostOfOne && running.length < mostRunning) return
    const which = own >= mostOfOne ? `${own} of yours` : `${running.length}`
    const detail = `too many runs go on: ${which}; wait until one ends, or cancel one`
    throw new ProblemError(429, 'TooManyRuns', detail, { headers: { 'retry-after': '10' } })
  }

  private forgetOldest(): void {
    const ended = [...this.runs.values()].filter(({ stop }) => stop === undefined)
    for (const { facts } of ended.slice(0, Math.max(0, ended.length - mostKept))) {
      this.runs.delete(facts.id)
      const removed = (this.writes.get(facts.id) ?? Promise.resolve())
        .then(() => this.options.kept.remove(facts.id))
        .catch(this.options.failed)
      this.writes.delete(facts.id)
      void removed
    }
  }

  /** Writes a run as it is; writes of one run wait for each other. */
  private async write(run: LiveRun): Promise<void> {
    const { id } = run.facts
    const before = this.writes.get(id) ?? Promise.resolve()
    const next = before
      .then(() => this.options.kept.write(id, textOf(run)))
      .catch(this.options.failed)
    this.writes.set(id, next)
    await next
    if (this.writes.get(id) === next) this.writes.delete(id)
  }

  private async load(): Promise<void> {
    const texts = await this.options.kept.readAll()
    const kept = texts.flatMap((text) => readRun(text) ?? [])
    const sorted = kept.toSorted((a, b) => (a.facts.started < b.facts.started ? -1 : 1))
    for (const run of sorted) {
      this.runs.set(run.facts.id, run)
      if (run.facts.state !== 'running') continue
      // The process that carried it out is gone.
      const now = new Date(this.options.clock.now()).toISOString()
      this.end(run, 'interrupted', interrupted, now)
      await this.write(run)
    }
    this.forgetOldest()
  }
}

/** The one whose run it is: the same person whatever token or session they come with. */
export function ownerOf({ user, uid }: Identity): string {
  return JSON.stringify([user, uid])
}

class ServerEnds extends Error {
  override readonly name = 'ServerEnds'
}

const interrupted =
  'the server ended before the run did; the operator goes on with what was written, and the object says how far it is'

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The words for a failure; a fault of ours goes to the log of the server. */
function failureOf(error: unknown, failed: (error: unknown) => void): string {
  try {
    return problemFrom(error).message
  } catch (fault) {
    failed(fault)
    return 'the server failed to carry it out; its log says why'
  }
}

function textOf({ owner, facts, result, log }: LiveRun): string {
  const kept = { owner, facts, events: log.after(0), ...(result === undefined ? {} : { result }) }
  return writeJson(kept as unknown as Json)
}

function readRun(text: string): LiveRun | undefined {
  try {
    const { owner, facts, result, events } = JSON.parse(text) as Pick<
      LiveRun,
      'owner' | 'facts'
    > & {
      readonly result?: unknown
      readonly events: readonly RunEvent[]
    }
    return { owner, facts, result, log: RunLog.of(events), stop: undefined }
  } catch {
    // A file that was cut off by a crash tells nothing.
    return undefined
  }
}

/** Keeps runs while the process lives. */
export function memoryRuns(): KeptRuns {
  const texts = new Map<string, string>()
  return {
    readAll: async () => [...texts.values()],
    write: async (id, text) => void texts.set(id, text),
    remove: async (id) => void texts.delete(id),
  }
}
