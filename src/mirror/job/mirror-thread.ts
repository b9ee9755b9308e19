import type { Worker } from 'node:worker_threads'
import { SourceError, type SourceErrorCode } from '../../sources/errors.ts'
import { abortReason } from '../../std/clock.ts'
import type { MirrorJob, MirrorOutcome, RunMirror } from './mirror-job.ts'

/** The end of a job, as the thread tells it. */
export type MirrorAnswer =
  | { readonly outcome: MirrorOutcome }
  | { readonly failure: { readonly code: SourceErrorCode | undefined; readonly message: string } }

/**
 * Runs each job on a thread of its own: charts are rendered many times and much is hashed, and nobody else shall wait for
 * that. The end of the signal ends the thread, and so the job at any byte; the next run goes on from there.
 */
export function mirrorOnThread(start: () => Worker): RunMirror {
  return async (job, signal) => {
    if (signal.aborted) throw abortReason(signal)
    const worker = start()
    try {
      return await answerOf(worker, job, signal)
    } finally {
      await worker.terminate()
    }
  }
}

async function answerOf(
  worker: Worker,
  job: MirrorJob,
  signal: AbortSignal,
): Promise<MirrorOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<MirrorOutcome>()
  const abort = () => reject(abortReason(signal))
  worker.once('message', (answer: MirrorAnswer) => {
    if ('outcome' in answer) resolve(answer.outcome)
    else reject(errorOf(answer.failure))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread of the mirror ended')))
  signal.addEventListener('abort', abort, { once: true })
  worker.postMessage(job)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

// Errors lose their class on the way between threads.
function errorOf({ code, message }: Extract<MirrorAnswer, { failure: unknown }>['failure']): Error {
  return code === undefined ? new Error(message) : new SourceError(code, message)
}
