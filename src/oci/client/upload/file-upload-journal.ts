import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareOwnFolder } from '../../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../../std/node/write-file-atomically.ts'
import { digestOf, hexOf } from '../../digest.ts'
import type { UploadJournal, UploadKey } from './upload-journal.ts'

/** Uploads that were begun, a small file each in a folder of this user alone: whoever has a location can write there. */
export function fileUploadJournal(folder: string): UploadJournal {
  let made: Promise<string> | undefined
  const pathOf = async (key: UploadKey) =>
    join(await (made ??= prepareOwnFolder(folder)), nameOf(key))
  return {
    find: async (key, signal) => {
      try {
        return await readFile(await pathOf(key), { encoding: 'utf8', signal })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    note: async (key, location, signal) => {
      await writeFileAtomically(await pathOf(key), location, signal, { mode: 0o600 })
    },
    forget: async (key) => await rm(await pathOf(key), { force: true }),
  }
}

function nameOf({ host, repository, digest }: UploadKey): string {
  return hexOf(digestOf(Buffer.from(`${host} ${repository} ${digest}`)))
}
