import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { StoreError } from './errors.ts'

/** How often a lock that its holder left behind is taken over before we give up. */
const attempts = 5

/** Takes a lock file for this process. A lock whose holder is gone is taken over. */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = `${process.pid} ${(await startOf(process.pid)) ?? 'unknown'} ${randomUUID()}\n`
  // Written beside it and linked into place, so that a lock file is never seen without its content.
  const written = `${path}.${process.pid}.${randomUUID()}`
  await writeFile(written, mine, { mode: 0o600, flag: 'wx' })
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await linked(written, path)) return () => release(path, mine)
      await removeIfStale(path)
    }
  } finally {
    await rm(written, { force: true })
  }
  throw new StoreError('locked', `${path} is taken again and again by other processes`)
}

async function linked(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function removeIfStale(path: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (content === undefined) return
  const [pid = '', start = ''] = content.trim().split(' ')
  if (await isAlive(Number(pid), start)) {
    throw new StoreError('locked', `${path} is held by process ${pid}; stop it first`)
  }
  await rm(path, { force: true })
}

async function isAlive(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  // The number may have gone to another process since; where the system tells when it began, we look.
  const now = await startOf(pid)
  return now === undefined || start === 'unknown' || now === start
}

/** When a process began, in the system's own units; undefined where the system does not say. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    // Other systems have no /proc; the process number alone then decides.
    return undefined
  }
}

async function release(path: string, mine: string): Promise<void> {
  if ((await readFile(path, 'utf8')) === mine) await rm(path)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
