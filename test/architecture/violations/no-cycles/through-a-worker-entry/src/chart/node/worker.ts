import type { Job } from './pool.ts'

export const run = (job: Job) => job.chart
