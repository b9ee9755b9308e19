import type { MessagePort, Worker } from 'node:worker_threads'
import { RenderPool, greeting } from '../../chart/node/render-pool.ts'
import type { Clock } from '../../std/clock.ts'
import { type ViewJob, type ViewReply, runViewJob } from './view-job.ts'

/** Has a view made; the share is who wants it. */
export type RunView = (job: ViewJob, share: string, signal: AbortSignal) => Promise<ViewReply>

/** Makes views on this thread. */
export const viewHere: RunView = async (job) => runViewJob(job)

// One to work, and one for when that meets something that takes its time.
const size = 2
const timing = { limit: 30_000, patience: 3000, idle: 30_000 }
const hello = 'hello'

/** Makes views on threads of their own, which those who ask share fairly: the thread that answers never waits for one. */
export class ViewThreads {
  readonly #pool: RenderPool<ViewJob, ViewReply>

  constructor({ start, clock }: { readonly start: () => Worker; readonly clock: Clock }) {
    this.#pool = new RenderPool({ size, start, hello, timing: { clock, ...timing } })
  }

  readonly run: RunView = (job, share, signal) =>
    this.#pool.talk((ask) => ask(job), { about: aboutOf(job), priority: 'now', share }, signal)

  /** Ends the threads; what runs fails. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

function aboutOf(job: ViewJob): string {
  if (job.is === 'explain') return `release ${job.release.name}`
  return `release ${job.is === 'diff' ? job.to.name : job.record.name}`
}

/** Runs a thread for views: it takes jobs and answers with their outcomes, one at a time. */
export function serveViews(port: MessagePort): void {
  port.on('message', (job: ViewJob | typeof hello) => {
    port.postMessage(job === hello ? greeting() : runViewJob(job))
  })
}
