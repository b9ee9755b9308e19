import { Worker } from 'node:worker_threads'
import type { Job } from './job.ts'

export const start = (job: Job) =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData: job })
export const logo = new URL('./logo.svg', import.meta.url)
