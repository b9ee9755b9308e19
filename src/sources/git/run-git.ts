import { spawn } from 'node:child_process'
import { SourceError } from '../errors.ts'
import { defaultGitLimits } from './limits.ts'

/** The environment of the git program. */
export type GitEnvironment = Readonly<Record<string, string | undefined>>

// Its own variables could make it run anything, or read another repository.
const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SSH_AUTH_SOCK', 'GIT_SSH_COMMAND', 'GIT_SSH']
/** As much as a list of branches and tags may be. */
const maxOutput = defaultGitLimits.refsBytes
const maxErrors = 65_536

/** Git asks no person anything, and speaks nothing but ssh, whatever files of configuration say. */
const settings = [
  ['protocol.allow', 'never'],
  ['protocol.ssh.allow', 'always'],
  ['protocol.ext.allow', 'never'],
  ['core.hooksPath', '/dev/null'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.fsckObjects', 'true'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Runs the git program, without a shell, and gives what it printed. */
export async function runGit(
  words: readonly string[],
  { folder, environment }: { readonly folder: string; readonly environment: GitEnvironment },
  signal: AbortSignal,
): Promise<string> {
  const env = {
    ...Object.fromEntries(passedOn.map((name) => [name, environment[name]])),
    GIT_SSH_COMMAND: environment['GIT_SSH_COMMAND'] ?? 'ssh -oBatchMode=yes',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
  }
  return (await runChecked([...settings, ...words], { folder, env, words }, signal)).toString()
}

/** A repository on this machine is read as it is: no hook, helper or other program of its configuration runs. */
const localSettings = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['diff.external', ''],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Asks the git program about the repository that a folder of this machine is in; gives the bytes that it printed. */
export async function askLocalGit(
  words: readonly string[],
  { folder, environment }: { readonly folder: string; readonly environment: GitEnvironment },
  signal: AbortSignal,
): Promise<Buffer> {
  const env = {
    PATH: environment['PATH'],
    HOME: environment['HOME'],
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
  return await runChecked([...localSettings, ...words], { folder, env, words }, signal)
}

async function runChecked(
  all: readonly string[],
  {
    folder,
    env,
    words,
  }: {
    readonly folder: string
    readonly env: NodeJS.ProcessEnv
    readonly words: readonly string[]
  },
  signal: AbortSignal,
): Promise<Buffer> {
  const { code, output, errors } = await run(all, folder, env, signal)
  if (code === 0) return output
  throw new SourceError('bad-git', `git ${words[0]} failed: ${lastLines(errors)}`)
}

interface Ended {
  readonly code: number | null
  readonly output: Buffer
  readonly errors: string
}

function run(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', words, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    let bytes = 0
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxOutput) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.setEncoding('utf8')
    // The end is what says why.
    child.stderr.on('data', (text: string) => (errors = (errors + text).slice(-maxErrors)))
    child.once('error', (error: NodeJS.ErrnoException) => reject(translate(error, signal)))
    child.once('close', (code) => {
      resolve({ code, output: Buffer.concat(output), errors })
    })
  })
}

function translate(error: NodeJS.ErrnoException, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason
  if (error.code !== 'ENOENT') return error
  const message = 'this needs the git program, and it is not on the PATH'
  return new SourceError('missing-tool', message, { cause: error })
}

function lastLines(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.slice(-3).join('; ')
  return shown.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 500) || 'it does not say why'
}
