import type { MessagePort } from 'node:worker_threads'
import { type Kept, type RoundJob, hello, runRoundJob } from './round-job.ts'

/** What a thread for renders does: rounds come in, what became of them goes out, one at a time. */
export function serveRounds(port: MessagePort): void {
  const kept: Kept = { charts: new Map(), apis: new Map() }
  port.on('message', (job: RoundJob | typeof hello) => {
    port.postMessage(job === hello ? hello : runRoundJob(job, kept))
  })
}
