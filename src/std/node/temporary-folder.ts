import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The works that need a folder for a while. An editor's is no such folder: it holds what somebody wrote. */
const works = ['start', 'server', 'rehearsal', 'ci', 'expansion', 'git'] as const
export type TemporaryWork = (typeof works)[number]

const beginningOf = (work: TemporaryWork) => `outrigger-${work}-`
const pidFile = 'pid'
/** Milliseconds in which a folder that was just made gets its file. */
const patience = 60_000
// Something may still be written while it goes.
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const

export interface TemporaryFolder {
  readonly path: string
  readonly remove: () => Promise<void>
}

/**
 * A folder for one process. Those of processes that were killed, and could not take theirs away, go first, whatever they were for.
 */
export async function openTemporaryFolder(
  work: TemporaryWork,
  parent = tmpdir(),
): Promise<TemporaryFolder> {
  await removeLeftOver(parent)
  const path = await mkdtemp(join(parent, beginningOf(work)))
  await writeFile(join(path, pidFile), await signOf(process.pid), { mode: 0o600 })
  return { path, remove: () => rm(path, removal) }
}

async function removeLeftOver(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) =>
    works.some((work) => name.startsWith(beginningOf(work))),
  )
  for (const name of names) {
    const path = join(parent, name)
    if (await isLeftOver(path)) await rm(path, removal)
  }
}

async function isLeftOver(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  const isOurs = found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid)
  if (found === undefined || !isOurs) return false
  const sign = await readFile(join(path, pidFile), 'utf8').catch(() => '')
  if (sign === '') return Date.now() - found.mtimeMs > patience && (await isEmpty(path))
  const pid = Number(sign.split(' ')[0])
  return !isRunning(pid) || (await signOf(pid)) !== sign
}

/** A process that was killed before it left its sign had put nothing in; anything else is somebody's, whatever its name. */
async function isEmpty(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => ['unreadable'])
  return names.every((name) => name === pidFile)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // One of somebody else runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process, and where the system tells it when it began: numbers are given again. */
async function signOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const began = text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${pid} ${began}`.trim()
}
