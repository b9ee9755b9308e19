import type { MessagePort } from 'node:worker_threads'
import { greeting } from './render-pool.ts'
import { type Kept, type RoundJob, hello, runRoundJob } from './round-job.ts'

/** Runs a thread for renders: it takes rounds and answers with their outcomes, one at a time. */
export function serveRounds(port: MessagePort): void {
  const kept: Kept = { charts: new Map(), apis: new Map() }
  port.on('message', (job: RoundJob | typeof hello) => {
    port.postMessage(job === hello ? greeting() : runRoundJob(job, kept))
  })
}
