import { Worker } from 'node:worker_threads'

export interface Job {
  readonly chart: string
}

export const start = () => new Worker(new URL('./worker.ts', import.meta.url))
