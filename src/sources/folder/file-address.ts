import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SourceError } from '../errors.ts'
import type { Trust } from '../policy/judge.ts'
import { realBelow } from './real-below.ts'

/**
 * The real path of a `file://` address. An untrusted address has to stay below the configured root,
 * wherever links lead; without a root it is refused.
 */
export async function pathOfFileAddress(
  address: string,
  trust: Trust,
  root: string | undefined,
): Promise<string> {
  const path = pathIn(address)
  if (trust === 'trusted') return path
  if (root === undefined) {
    const message = `${address} is a path of this machine, and no folder is configured for such`
    throw new SourceError('not-trusted', message)
  }
  const top = await realpath(root).catch((cause: unknown) => {
    throw new SourceError('not-found', `the configured folder ${root} is not there`, { cause })
  })
  // The root may be named by a link.
  const named = resolve(root)
  const isNamed = path === named || path.startsWith(`${named}${sep}`)
  const found = await realBelow(top, isNamed ? `${top}${path.slice(named.length)}` : path)
  if (found.is === 'below') return found.path
  if (found.is === 'absent') throw new SourceError('not-found', `${address} is not there`)
  throw new SourceError('not-trusted', `${address} is not below ${root}`)
}

function pathIn(address: string): string {
  try {
    const path = fileURLToPath(address)
    if (!path.includes('\0')) return path
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SourceError('bad-address', `${address} is no file address: ${why}`, { cause })
  }
  throw new SourceError('bad-address', `${JSON.stringify(address)} is no file address`)
}
