import { createHash, randomUUID } from 'node:crypto'
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, isDigest } from '../../oci/digest.ts'
import type { Validators } from '../http/fetcher.ts'

/** The content that an address had when it was last asked. */
export interface AddressNote {
  readonly digest: Digest
  readonly validators: Validators
  /** Milliseconds since 1970. */
  readonly asked: number
}

/** Notes by address; `key` is the address with everything that decides whether it may be asked. */
export interface AddressNotes {
  readonly read: (key: string) => Promise<AddressNote | undefined>
  readonly write: (key: string, note: AddressNote) => Promise<void>
}

const mostNotes = 1000

/** Notes in files of a folder of our own. One that cannot be read is none. */
export function addressNotes(folder: string): AddressNotes {
  const pathOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex')}.json`)
  return {
    read: async (key) => {
      try {
        return noteOf(JSON.parse(await readFile(pathOf(key), 'utf8')))
      } catch {
        // It is not there, or was cut off: then the address is asked.
        return undefined
      }
    },
    write: async (key, note) => {
      const partial = join(folder, `${randomUUID()}.partial`)
      await writeFile(partial, JSON.stringify(note), { mode: 0o600, flag: 'wx' })
      await rename(partial, pathOf(key))
      await dropOldest(folder)
    },
  }
}

function noteOf(found: unknown): AddressNote | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { digest, validators, asked } = found as Partial<Record<keyof AddressNote, unknown>>
  if (typeof digest !== 'string' || !isDigest(digest) || typeof asked !== 'number') return undefined
  return { digest, validators: validatorsOf(validators), asked }
}

function validatorsOf(found: unknown): Validators {
  const { etag, lastModified } = (found ?? {}) as Readonly<Record<string, unknown>>
  return {
    ...(typeof etag === 'string' ? { etag } : {}),
    ...(typeof lastModified === 'string' ? { lastModified } : {}),
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= mostNotes) return
  const dated = names.map(async (name) => {
    const path = join(folder, name)
    return { path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 }
  })
  const oldest = (await Promise.all(dated)).toSorted((one, other) => one.at - other.at)
  const leaving = oldest.slice(0, names.length - mostNotes)
  await Promise.all(leaving.map(({ path }) => rm(path, { force: true })))
}
