import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Neighbours,
  NotOwnError,
  checkSecretFile,
  prepareOwnFolder,
} from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { OciError } from '../errors.ts'

/** The secret that changes a registry need, and the file that holds it for this user alone. */
export interface WriteToken {
  readonly value: string
  readonly file: string
}

const fileName = 'write-token'
const shape = /^[\x21-\x7e]{16,1024}$/

/** The token of the registry in a folder; the first time, one is drawn and kept there. */
export async function openWriteToken(
  root: string,
  signal: AbortSignal,
  neighbours: Neighbours = 'some',
): Promise<WriteToken> {
  try {
    const folder = await prepareOwnFolder(root, neighbours)
    const file = join(folder, fileName)
    if ((await checkSecretFile(file)) === 'missing') {
      const drawn = randomBytes(32).toString('base64url')
      await writeFileAtomically(file, `${drawn}\n`, signal, { mode: 0o600 })
    }
    const value = (await readFile(file, 'utf8')).trim()
    if (!shape.test(value)) {
      const message = `${file} holds no token: wanted one word of at least 16 characters; delete it for a new one`
      throw new OciError('bad-config', message)
    }
    return { value, file }
  } catch (cause) {
    if (!(cause instanceof NotOwnError)) throw cause
    const message = `registry folder: ${cause.message}: somebody else could change what it holds`
    throw new OciError('bad-config', message, { cause })
  }
}
