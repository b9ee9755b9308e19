import { Worker } from 'node:worker_threads'
import type { ThreadWork } from '../self/thread.ts'
import type { Ports } from '../verb.ts'
import { threadOptions } from './thread-options.ts'

/** Starts a thread of this program, from its sources or as it was built. */
export function startThread(work: ThreadWork, { program }: Ports): Worker {
  return new Worker(program.file, { argv: ['__thread', work], ...threadOptions })
}
