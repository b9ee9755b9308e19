import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '../../tools/run-command.ts'
import { findGo } from '../testbed/find-go.ts'
import { OracleError } from './errors.ts'
import { cacheFolder } from './find.ts'

/** A program that `go install` makes of a module, and the path it goes to. */
export interface WantedModule {
  readonly module: string
  readonly version: string
  readonly program: string
  readonly to: string
}

const buildLimitSeconds = 1200

/** Builds a module in a folder of its own and puts the program in place by rename. */
export async function installGoModule(
  { module, version, program, to }: WantedModule,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const go = await findGo(env, say)
  const cache = cacheFolder(env)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'build-'))
  try {
    const { ok, output } = await runCommand(go, ['install', `${module}@v${version}`], {
      cwd: work,
      env: { ...process.env, GOBIN: work },
      output: 'capture',
      limitSeconds: buildLimitSeconds,
    })
    if (!ok) {
      const message = `"go install ${module}@v${version}" failed: ${output.trim()}`
      throw new OracleError('not-fetched', message)
    }
    await mkdir(dirname(to), { recursive: true })
    await rename(join(work, program), to)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
