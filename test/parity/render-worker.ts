import { parentPort } from 'node:worker_threads'
import { type RenderJob, runRenderJob } from './render-job.ts'

// The entry of a render worker: jobs come in, outcomes go out, one at a time.
parentPort?.on('message', (job: RenderJob) => {
  parentPort?.postMessage(runRenderJob(job))
})
