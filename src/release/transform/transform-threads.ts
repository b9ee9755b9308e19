import type { MessagePort, Worker } from 'node:worker_threads'
import { RenderPool, greeting } from '../../chart/node/render-pool.ts'
import type { Clock } from '../../std/clock.ts'
import { type TransformJob, type TransformReply, runTransformJob } from './transform-job.ts'

/** Has the changes to one render made; the share is who wants them. */
export type RunTransform = (
  job: TransformJob,
  share: string,
  signal: AbortSignal,
) => Promise<TransformReply>

/** Makes changes on this thread. */
export const transformHere: RunTransform = async (job) => runTransformJob(job)

// One to work, and one for when that meets patches that take their time.
const size = 2
const timing = { limit: 60_000, patience: 3000, idle: 30_000 }
const hello = 'hello'

/** Makes changes on threads of their own, which those who want them share fairly. */
export class TransformThreads {
  readonly #pool: RenderPool<TransformJob, TransformReply>

  constructor({ start, clock }: { readonly start: () => Worker; readonly clock: Clock }) {
    this.#pool = new RenderPool({ size, start, hello, timing: { clock, ...timing } })
  }

  readonly run: RunTransform = (job, share, signal) =>
    this.#pool.talk((ask) => ask(job), { about: 'patches', priority: 'now', share }, signal)

  /** Ends the threads; what runs fails. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** Runs a thread for changes: it takes jobs and answers with their outcomes, one at a time. */
export function serveTransforms(port: MessagePort): void {
  port.on('message', (job: TransformJob | typeof hello) => {
    port.postMessage(job === hello ? greeting() : runTransformJob(job))
  })
}
