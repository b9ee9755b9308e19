import type { MessagePort } from 'node:worker_threads'
import { SourceError } from '../../sources/errors.ts'
import type { ReadObjects } from '../images/render-images.ts'
import type { MirrorJob } from './mirror-job.ts'
import type { MirrorAnswer } from './mirror-thread.ts'
import { runMirrorJob } from './run-mirror-job.ts'

/** Runs the thread: it takes one job and answers with its outcome. */
export function serveMirrorJob(port: MessagePort, read: ReadObjects): void {
  const { signal } = new AbortController()
  port.on('message', (job: MirrorJob) => {
    void runMirrorJob(job, read, signal).then(
      (outcome) => port.postMessage({ outcome } satisfies MirrorAnswer),
      (error: unknown) => {
        const code = error instanceof SourceError ? error.code : undefined
        const message = error instanceof Error ? error.message : String(error)
        port.postMessage({ failure: { code, message } } satisfies MirrorAnswer)
      },
    )
  })
}
