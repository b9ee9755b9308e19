import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Rule } from '../rule.ts'

/** So many files of one folder a reader can still survey. */
const mostFiles = 25

/** No folder of src/ holds more files on one level than a reader can survey; test data does not count. */
export const foldersSmall: Rule = {
  name: 'folders-small',
  check: ({ root }) =>
    [...filesByFolder(root)]
      .filter(([, files]) => files > mostFiles)
      .map(([folder, files]) => ({
        file: `${folder}/`,
        message: `it holds ${files} files, and at most ${mostFiles} may lie in one folder: give some a folder of their own`,
      })),
}

function filesByFolder(root: string): ReadonlyMap<string, number> {
  if (!existsSync(join(root, 'src'))) return new Map()
  const folders = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, entry.parentPath))
    .filter((folder) => !/(?:^|\/)testdata(?:\/|$)/.test(folder))
  return new Map(
    Map.groupBy(folders, (folder) => folder)
      .entries()
      .map(([folder, all]) => [folder, all.length] as const),
  )
}
