import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  arguments: {
    work: {
      count: 'one',
      summary: 'what it does',
      choices: ['indexes', 'renders', 'builds', 'transforms', 'views', 'mirror'],
    },
  },
  options: {},
  examples: ['__thread indexes'],
} as const satisfies CommandSpec

export type ThreadWork = 'indexes' | 'renders' | 'builds' | 'transforms' | 'views' | 'mirror'

export interface Options {
  readonly work: ThreadWork
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : { work: given.arguments.work }
}

export async function run({ work }: Options, _ports: Ports, _io: Io): Promise<Outcome> {
  if (parentPort === null) throw new PlainError('this is for threads of outrigger alone')
  if (work === 'renders') {
    const { serveRounds } = await import('../../chart/node/serve-rounds.ts')
    serveRounds(parentPort)
  } else if (work === 'transforms') {
    const { serveTransforms } = await import('../../release/transform/transform-threads.ts')
    serveTransforms(parentPort)
  } else if (work === 'views') {
    const { serveViews } = await import('../../server/threads/view-threads.ts')
    serveViews(parentPort)
  } else if (work === 'builds') {
    const { serveBuilds } = await import('../../kustomize/node/build-threads.ts')
    serveBuilds(parentPort)
  } else if (work === 'mirror') {
    const { serveMirrorJob } = await import('../../mirror/job/serve-mirror-job.ts')
    const { readManifest } = await import('../../release/desired/read-manifest.ts')
    serveMirrorJob(parentPort, readManifest)
  } else {
    const { serveRefreshJobs } = await import('../../catalog/refresh/serve-refresh-jobs.ts')
    serveRefreshJobs(parentPort)
  }
  await once(parentPort, 'close')
  return 'done'
}
