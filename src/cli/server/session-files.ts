import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Neighbours, checkSecretFile, prepareOwnFolder } from '../../std/node/own-folder.ts'
import type { KeptSignOuts } from '../../server/auth/sessions.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { PlainError } from '../errors.ts'

const bytes = 32

/** The secret of the server's sessions; the first time, one is drawn and kept for this user alone. */
export async function openSessionSecret(
  root: string,
  neighbours: Neighbours,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const file = join(await prepareOwnFolder(root, neighbours), 'session-secret')
  if ((await checkSecretFile(file)) === 'missing') {
    const drawn = randomBytes(bytes).toString('base64url')
    await writeFileAtomically(file, `${drawn}\n`, signal, { mode: 0o600 })
  }
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  if (secret.length === bytes) return secret
  const found = `${secret.length} were found`
  throw new PlainError(
    `${file} holds no secret: ${bytes} bytes are wanted and ${found}; delete it for a new one`,
  )
}

/** The file beside the secret in which sign-outs are kept. */
export function signOutFile(root: string): KeptSignOuts {
  const file = join(root, 'sign-outs.json')
  return {
    read: async () => {
      try {
        return await readFile(file, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    write: (text) => writeFileAtomically(file, text, new AbortController().signal, { mode: 0o600 }),
  }
}
