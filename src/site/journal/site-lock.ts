import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SiteError } from '../errors.ts'

const lockFile = 'lock'
const heldByAnother = 1
// Somebody who only looks whether it is held has it for a moment.
const waitSeconds = '1'

/**
 * Does something while nobody else is at work on the same site. The lock belongs to the open file: it goes with the
 * process, however that ends. Node cannot take it by itself, so that the flock program does.
 */
export async function withSiteLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, lockFile)
  const file = await open(path, 'a+', 0o600)
  try {
    const stdio = ['ignore', 'ignore', 'ignore', file.fd] as const
    const child = spawn('flock', ['-w', waitSeconds, '-E', String(heldByAnother), '3'], {
      stdio: [...stdio],
    })
    const [code] = (await once(child, 'exit').catch((cause: unknown) => {
      const todo = 'install util-linux'
      throw new SiteError('missing-program', `cannot start flock; ${todo}`, { cause })
    })) as [number | null]
    if (code === heldByAnother) {
      const holder = (await readFile(path, 'utf8')).trim()
      const who = holder === '' ? '' : ` (process ${holder})`
      throw new SiteError('busy', `another installer${who} is at work in ${folder}`)
    }
    if (code !== 0) throw new SiteError('busy', `cannot lock ${path}: flock ended with ${code}`)
    await file.truncate(0)
    await file.write(String(process.pid))
    return await work()
  } finally {
    await file.close()
  }
}

/** The process that is at work on a site; undefined when none is. */
export async function readLockHolder(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, lockFile), 'utf8').catch(() => '')
  if (text.trim() === '') return undefined
  const path = join(folder, lockFile)
  const child = spawn('flock', ['-n', '-E', String(heldByAnother), path, 'true'])
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === heldByAnother ? Number(text.trim()) : undefined
}
