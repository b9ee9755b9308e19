import { Worker } from 'node:worker_threads'
import type { ThreadWork } from '../self/thread.ts'
import type { Ports } from '../verb.ts'

/**
 * The memory that a thread for indexes may take: it makes much garbage, of which little needs to
 * lie about.
 */
export const threadOptions = {
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 },
} as const

/** Starts a thread of this program, from its sources or as it was built. */
export function startThread(work: ThreadWork, { program }: Ports): Worker {
  return new Worker(program.file, { argv: ['__thread', work], ...threadOptions })
}
