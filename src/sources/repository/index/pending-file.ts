import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** A file that is written beside its place and takes it when it is whole. */
export interface PendingFile {
  readonly path: string
  readonly handle: FileHandle
  /** Puts it in its place; a reader sees the old or the new one. */
  readonly commit: () => Promise<void>
  /** Takes it away; after commit nothing is left to do. */
  readonly discard: () => Promise<void>
}

/** Opens a file to be written; its folder has to be there. */
export async function openPendingFile(target: string, mode: number): Promise<PendingFile> {
  const path = `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`
  // 'wx': never through a link that somebody put there first.
  const handle = await open(path, 'wx+', mode)
  let isOpen = true
  const close = async () => {
    if (isOpen) await handle.close()
    isOpen = false
  }
  return {
    path,
    handle,
    commit: async () => {
      await close()
      await rename(path, target)
    },
    discard: async () => {
      await close()
      await rm(path, { force: true })
    },
  }
}
