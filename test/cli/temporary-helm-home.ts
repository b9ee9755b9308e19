import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CliCall, runCli } from './run-cli.ts'

export interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A home of Helm's own files that goes away with the test; helm and we both run in it. */
export interface HelmHome {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Runs our command line inside this process. */
  readonly ours: (words: readonly string[], call?: CliCall) => Promise<Ran>
  /** Runs a real helm. */
  readonly helm: (program: string, words: readonly string[], stdin?: string) => Promise<Ran>
  readonly remove: () => Promise<void>
}

export async function makeHelmHome(): Promise<HelmHome> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-helm-'))
  const environment = {
    HOME: folder,
    PATH: process.env['PATH'] ?? '',
    HELM_CACHE_HOME: join(folder, 'cache'),
    HELM_CONFIG_HOME: join(folder, 'config'),
    HELM_DATA_HOME: join(folder, 'data'),
  }
  return {
    folder,
    environment,
    ours: (words, call = {}) => runCli(words, { environment, ...call }),
    helm: (program, words, stdin = '') => runProgram(program, words, { environment, stdin }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function runProgram(
  program: string,
  words: readonly string[],
  { environment, stdin }: { environment: Readonly<Record<string, string>>; stdin: string },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, [...words], { env: environment }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code ?? 1)
      resolve({ exitCode, stdout, stderr })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(stdin)
  })
}
