import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sleep } from '../../std/sleep.ts'

const beat = 2000
/** A lock that was not touched for so long belongs to a process that is gone. */
const silence = 5 * beat
const firstWait = 20
const mostWait = 250

/**
 * Runs the work while no other process runs work under the same lock file. It spares double work and
 * no more: what is written is safe without it, so a lock that is taken away in error does no harm.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const mark = `${hostname()} ${process.pid} ${randomUUID()}`
  await acquire(path, mark, signal)
  const timer = setInterval(() => {
    const now = new Date()
    // Somebody may have tidied it away; the work goes on all the same.
    utimes(path, now, now).catch(() => undefined)
  }, beat)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await release(path, mark)
  }
}

async function acquire(path: string, mark: string, signal: AbortSignal): Promise<void> {
  for (let wait = firstWait; ; wait = Math.min(mostWait, wait * 2)) {
    signal.throwIfAborted()
    if (await create(path, mark)) return
    if (await isAbandoned(path)) await takeAway(path)
    else await sleep(wait, signal)
  }
}

async function create(path: string, mark: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(mark)
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [text, stats] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    const [host, pid] = text.split(' ')
    const isDead = host === hostname() && pid !== undefined && !isAlive(Number(pid))
    return isDead || Date.now() - stats.mtimeMs > silence
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else is alive as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// By rename, so that of two who find it abandoned only one goes on to remove it.
async function takeAway(path: string): Promise<void> {
  const moved = `${path}.${randomUUID()}`
  try {
    await rename(path, moved)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await rm(moved, { force: true })
}

async function release(path: string, mark: string): Promise<void> {
  try {
    if ((await readFile(path, 'utf8')) === mark) await rm(path, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
