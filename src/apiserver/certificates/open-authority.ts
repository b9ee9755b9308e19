import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthority, readAuthority, type Authority } from './authority.ts'

const file = 'authority.pem'

/** The authority that a folder keeps; made at the first time, so that certificates outlive restarts. */
export async function openAuthority(folder: string, now: () => number): Promise<Authority> {
  const kept = await readFile(join(folder, file), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (kept !== undefined) return readAuthority(splitPair(kept), now)
  const made = createAuthority('outrigger', now)
  await keep(folder, made.certificate + made.key)
  return made
}

/** Both are in one file, so that none can be there without the other. */
function splitPair(text: string): { readonly certificate: string; readonly key: string } {
  const end = text.indexOf('-----BEGIN EC')
  return { certificate: text.slice(0, end), key: text.slice(end) }
}

async function keep(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const partial = join(folder, `${file}.partial`)
  const handle = await open(partial, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, join(folder, file))
}
