import { lstat, realpath } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'

/** Where a path really is: below a folder, or not there, or somewhere else. */
export type RealPlace =
  | { readonly is: 'below'; readonly path: string }
  | { readonly is: 'absent' }
  | { readonly is: 'outside' }

/**
 * Looks for a path below a folder, whose own path has no links. A path outside is `outside` whether
 * or not anything is there: messages say nothing about the rest of the machine.
 */
export async function realBelow(top: string, path: string): Promise<RealPlace> {
  const full = resolve(top, path)
  if (!isBelow(top, full)) return { is: 'outside' }
  const real = await realpath(full).catch(() => undefined)
  if (real !== undefined)
    return isBelow(top, real) ? { is: 'below', path: real } : { is: 'outside' }
  // A link that leads nowhere, or a way through one, must not say where it would have led.
  for (let at = full; at !== top; at = dirname(at)) {
    const isLink = (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true
    const found = await realpath(at).catch(() => undefined)
    if (isLink && found === undefined) return { is: 'outside' }
    if (found !== undefined) return isBelow(top, found) ? { is: 'absent' } : { is: 'outside' }
  }
  return { is: 'absent' }
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
