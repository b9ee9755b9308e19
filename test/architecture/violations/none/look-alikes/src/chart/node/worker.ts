import { parentPort, workerData } from 'node:worker_threads'
import type { Job } from './job.ts'

parentPort?.postMessage((workerData as Job).chart)
