import type { MessagePort } from 'node:worker_threads'
import { SourceError } from '../../sources/errors.ts'
import type { RefreshAnswer, RefreshQuestion } from './refresh-thread.ts'
import { runRefreshJob } from './refresh-job.ts'

/** Runs the thread for indexes: it takes jobs and answers with their outcomes, one at a time. */
export function serveRefreshJobs(port: MessagePort): void {
  const { signal } = new AbortController()
  port.on('message', ({ id, job }: RefreshQuestion) => {
    void runRefreshJob(job, signal).then(
      (outcome) => port.postMessage({ id, outcome } satisfies RefreshAnswer),
      (error: unknown) =>
        port.postMessage({ id, failure: failureOf(error) } satisfies RefreshAnswer),
    )
  })
}

// Errors lose their class on the way between threads.
function failureOf(error: unknown): NonNullable<RefreshAnswer['failure']> {
  if (error instanceof SourceError) return { code: error.code, message: error.message }
  return { code: undefined, message: error instanceof Error ? error.message : String(error) }
}
