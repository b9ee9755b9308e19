import { spawn } from 'node:child_process'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { sleep } from '../../std/sleep.ts'
import { SourceError } from '../errors.ts'

/** As long as Helm waits, in seconds. */
const patience = 30
// A lock that is a file outlives the process that held it.
const staleAfter = 5 * 60_000
const lookEvery = 100

/**
 * Runs the work while nobody else, Helm included, changes repositories.yaml. Helm takes a flock on
 * `repositories.lock`; so do we where the system has the flock program, since Node cannot by itself.
 */
export async function withRepositoriesLock<T>(
  path: string,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o777 })
  const lock = lockPath(path)
  const file = await open(lock, 'a', 0o600)
  try {
    if (await lockFile(file, lock, signal)) return await work()
    return await whileHeld(`${lock}.held`, work, signal)
  } finally {
    // The lock belongs to the open file and goes with it.
    await file.close()
  }
}

function lockPath(path: string): string {
  const extension = extname(path)
  return `${extension === '' ? path : path.slice(0, -extension.length)}.lock`
}

/** Whether the program is there, and has locked the file; the lock stays when the program ends. */
async function lockFile(file: FileHandle, path: string, signal: AbortSignal): Promise<boolean> {
  const status = await new Promise<number | 'no-program'>((resolve, reject) => {
    const child = spawn('flock', ['-x', '-w', String(patience), '3'], {
      stdio: ['ignore', 'ignore', 'ignore', file.fd],
      signal,
    })
    child.once('error', (error) => (signal.aborted ? reject(error) : resolve('no-program')))
    child.once('exit', (code) => resolve(code ?? 1))
  })
  if (status === 'no-program') return false
  if (status === 0) return true
  throw locked(path)
}

async function whileHeld<T>(path: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = Date.now() + patience * 1000
  while (!(await tryHold(path))) {
    if (Date.now() > until) throw locked(path)
    await sleep(lookEvery, signal)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function tryHold(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    const held = await stat(path).catch(() => undefined)
    if (held !== undefined && Date.now() - held.mtimeMs > staleAfter)
      await rm(path, { force: true })
    return false
  }
}

function locked(path: string): SourceError {
  const message = `another process has held ${path} for more than ${patience} seconds`
  return new SourceError('locked', message)
}
