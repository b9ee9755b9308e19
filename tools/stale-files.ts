import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from './generators.ts'

export interface StaleFile {
  readonly path: string
  readonly content: string
  readonly because: 'missing' | 'different'
}

/** The generated files that are not what their generators make today. Writes nothing. */
export async function findStaleFiles(
  files: readonly GeneratedFile[],
  root: string,
): Promise<readonly StaleFile[]> {
  const stale: StaleFile[] = []
  for (const { path, content: generate } of files) {
    const content = await generate()
    const found = await readIfThere(join(root, path))
    if (found === undefined) stale.push({ path, content, because: 'missing' })
    else if (found !== content) stale.push({ path, content, because: 'different' })
  }
  return stale
}

export async function writeFiles(stale: readonly StaleFile[], root: string): Promise<void> {
  for (const { path, content } of stale) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
