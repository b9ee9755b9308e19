import { Worker } from 'node:worker_threads'
import type { RenderJob, RenderOutcome } from './render-job.ts'
import { RenderPool } from '../../src/chart/node/render-pool.ts'

/** Threads for jobs that name a chart by its path. */
export function createRenderJobPool(size: number): RenderPool<RenderJob, RenderOutcome> {
  return new RenderPool({ size, start })
}

function start(): Worker {
  return new Worker(new URL('./render-worker.ts', import.meta.url))
}
