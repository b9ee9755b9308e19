import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileLayer, LogFile } from './files.ts'
import { takeLock } from './lock-file.ts'

const lockName = 'lock'

/** A folder of this machine's disk; made when it is missing. */
export async function openFolder(folder: string): Promise<FileLayer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async list() {
      const names = await readdir(folder)
      return names.filter((name) => name !== lockName)
    },
    read: (name) => readFile(join(folder, name)),
    openLog: (name) => openLog(join(folder, name)),
    truncate: (name, length) => truncateDurably(join(folder, name), length),
    rename: (from, to) => rename(join(folder, from), join(folder, to)),
    remove: (name) => rm(join(folder, name)),
    syncFolder: () => syncFolder(folder),
    lock: () => takeLock(join(folder, lockName)),
  }
}

async function openLog(path: string): Promise<LogFile> {
  const file = await open(path, 'a', 0o600)
  return {
    async append(bytes) {
      // A write may end early; what is left is written after it.
      for (let at = 0; at < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at)
        at += bytesWritten
      }
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}

async function truncateDurably(path: string, length: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.truncate(length)
    await file.sync()
  } finally {
    await file.close()
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
