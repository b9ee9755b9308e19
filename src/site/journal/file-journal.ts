import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { SiteError } from '../errors.ts'
import { type Journal, type JournalPart, createJournal } from './journal.ts'

const isPrivate = { mode: 0o600 } as const

/** The journal in a private folder. Every write is on the disk, file and folder, before it comes back. */
export function fileJournal(folder: string): Journal {
  const pathOf = (part: JournalPart) => join(folder, `${part}.json`)
  return createJournal({
    read: (part) => readJson(pathOf(part)),
    save: async (part, content, signal) => {
      const text = `${JSON.stringify(content, undefined, 1)}\n`
      await writeFileAtomically(pathOf(part), text, signal, isPrivate)
      await syncFolder(folder)
    },
  })
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    const todo = 'put the file of a copy back, or take it away to begin anew'
    throw new SiteError('bad-site', `${path} is not JSON; ${todo}`, { cause })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
