import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../../../errors.ts'

const mostLinks = 40

/**
 * The place of a path in a folder that is the root of an image: links lead where they would there, and none leads out. Parts
 * that are not there yet stay as they are.
 */
export async function pathInRoot(root: string, path: string): Promise<string> {
  const left = path.split('/').toReversed()
  let found: readonly string[] = []
  let links = 0
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      found = found.slice(0, -1)
      continue
    }
    const place = join(root, ...found, part)
    const target = await linkAt(place)
    if (target === undefined) {
      found = [...found, part]
      continue
    }
    links++
    if (links > mostLinks) throw new PlainError(`the image has too many links at ${path}`)
    if (target.startsWith('/')) found = []
    left.push(...target.split('/').toReversed())
  }
  return join(root, ...found)
}

async function linkAt(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isSymbolicLink() === true ? await readlink(path) : undefined
}
