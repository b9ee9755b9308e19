import { toBytes } from '../../../src/formats/go-string.ts'
import { buildKustomization, printObjects } from '../../../src/kustomize/build.ts'
import { KustomizeError } from '../../../src/kustomize/errors.ts'
import { memoryTree, noRemotes, treeLoader } from '../../../src/kustomize/tree-loader.ts'
import type { KustomizeRow } from './kustomize-row.ts'

/** Our answer to a row; a failure that is no answer is thrown. */
export function buildRow({ files, reorder }: KustomizeRow): { output: string } | { error: string } {
  const tree = memoryTree(
    new Map(Object.entries(files).map(([path, text]) => [`/rows/${path}`, toBytes(text)])),
  )
  try {
    const options = {
      tree,
      root: '/rows/app',
      remotes: noRemotes,
      restriction: 'root-only',
    } as const
    const order = reorder === undefined ? {} : { reorder }
    return { output: printObjects(buildKustomization(treeLoader(options), order)) }
  } catch (error) {
    if (error instanceof KustomizeError) return { error: error.message }
    throw error
  }
}
