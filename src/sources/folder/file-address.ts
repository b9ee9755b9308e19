import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SourceError } from '../errors.ts'
import type { Trust } from '../policy/judge.ts'

/**
 * The real path of a `file://` address. What is not trusted has to stay below the configured root,
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
  const top = await real(root, `the configured folder ${root}`)
  const found = await real(path, address)
  if (found === top || found.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) return found
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

async function real(path: string, what: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    throw new SourceError('not-found', `${what} is not there`, { cause })
  }
}
