import type { MessagePort, Worker } from 'node:worker_threads'
import { RenderPool, greeting } from '../../chart/node/render-pool.ts'
import type { Clock } from '../../std/clock.ts'
import { type BuildJob, type BuildReply, runBuildJob } from './build-job.ts'

/** Has one build done; the share is who wants it. */
export type RunBuild = (job: BuildJob, share: string, signal: AbortSignal) => Promise<BuildReply>

/** Builds on this thread. */
export const buildHere: RunBuild = async (job) => runBuildJob(job)

// One to build, and one for when that meets a kustomization that takes its time.
const size = 2
const timing = { limit: 60_000, patience: 3000, idle: 30_000 }
const hello = 'hello'

/** Builds on threads of their own, which those who want builds share fairly. */
export class BuildThreads {
  readonly #pool: RenderPool<BuildJob, BuildReply>

  constructor({ start, clock }: { readonly start: () => Worker; readonly clock: Clock }) {
    this.#pool = new RenderPool({ size, start, hello, timing: { clock, ...timing } })
  }

  readonly run: RunBuild = (job, share, signal) =>
    this.#pool.talk((ask) => ask(job), { about: 'kustomization', priority: 'now', share }, signal)

  /** Ends the threads; what runs fails. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** Runs a thread for builds: it takes jobs and answers with their outcomes, one at a time. */
export function serveBuilds(port: MessagePort): void {
  port.on('message', (job: BuildJob | typeof hello) => {
    port.postMessage(job === hello ? greeting() : runBuildJob(job))
  })
}
