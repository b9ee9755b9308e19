import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maxListEntries } from '../limits.ts'
import { isRepositoryName } from '../reference.ts'
import type { Store } from './store.ts'

/** The repositories that hold a manifest, by name. */
export async function listRepositories(
  store: Store,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = []
  for await (const { name, parts } of walkRepositories(store, signal)) {
    if (parts.includes('_manifests')) found.push(name)
  }
  return found.toSorted()
}

/** Every folder that is a repository in any way, with the names of its parts. */
export async function* walkRepositories(
  store: Store,
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly parts: readonly string[] }> {
  const waiting = ['']
  for (let seen = 0; waiting.length > 0 && seen < maxListEntries; seen++) {
    signal.throwIfAborted()
    const name = waiting.pop() ?? ''
    const entries = await readdir(join(store.root, 'repositories', name), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    const parts = folders.filter((folder) => folder.startsWith('_'))
    if (parts.length > 0) yield { name, parts }
    for (const folder of folders) {
      const below = name === '' ? folder : `${name}/${folder}`
      if (isRepositoryName(below)) waiting.push(below)
    }
  }
}
