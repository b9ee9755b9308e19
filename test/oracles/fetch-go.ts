import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '../../tools/run-command.ts'
import { findGo } from '../testbed/find-go.ts'
import { OracleError } from './errors.ts'
import { cacheFolder } from './find.ts'

/** A program that Go makes of a module, and the path it goes to. */
export interface WantedModule {
  readonly module: string
  readonly version: string
  /** The main package, when it is built inside of the module instead of by `go install`. */
  readonly inside?: string
  readonly program: string
  readonly to: string
}

const buildLimitSeconds = 1200

/** Builds a module in a folder of its own and puts the program in place by rename. */
export async function installGoModule(
  wanted: WantedModule,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const go = await findGo(env, say)
  const cache = cacheFolder(env)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'build-'))
  try {
    if (wanted.inside === undefined) {
      await runGo(go, ['install', `${wanted.module}@v${wanted.version}`], work)
    } else await buildInside(go, wanted, work)
    await mkdir(dirname(wanted.to), { recursive: true })
    await rename(join(work, wanted.program), wanted.to)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// A module that is the main one is built with the replacements and sums of its author.
async function buildInside(
  go: string,
  { module, version, inside = '.', program }: WantedModule,
  work: string,
): Promise<void> {
  const told = await runGo(go, ['mod', 'download', '-json', `${module}@v${version}`], work)
  const { Dir: folder } = JSON.parse(told.slice(told.indexOf('{'))) as { readonly Dir: string }
  const stamp = `-X main.Version=${version}`
  await runGo(go, ['build', '-ldflags', stamp, '-o', join(work, program), inside], folder)
}

async function runGo(go: string, words: readonly string[], cwd: string): Promise<string> {
  const { ok, output } = await runCommand(go, words, {
    cwd,
    env: { ...process.env, GOBIN: cwd },
    output: 'capture',
    limitSeconds: buildLimitSeconds,
  })
  if (ok) return output
  throw new OracleError('not-fetched', `"go ${words.join(' ')}" failed: ${output.trim()}`)
}
