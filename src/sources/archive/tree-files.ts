import type { ChartFile } from '../../chart/chart.ts'

/** The files of a tree; where everything is in one folder, without that, unless the path begins with it. */
export function treeAround(
  files: readonly ChartFile[],
  path: string | undefined,
): readonly ChartFile[] {
  const isThere = path !== undefined && filesBelow(files, path).length > 0
  return isThere ? files : withoutCommonFolder(files)
}

/** The files without the one folder that holds everything, as in most archives. */
export function withoutCommonFolder(files: readonly ChartFile[]): readonly ChartFile[] {
  const folders = new Set(files.map(({ name }) => name.slice(0, name.indexOf('/') + 1)))
  const [only] = folders
  return folders.size === 1 && only !== undefined && only !== ''
    ? filesBelow(files, only.slice(0, -1))
    : files
}

/** The files below a path, by their paths there. */
export function filesBelow(files: readonly ChartFile[], path: string): readonly ChartFile[] {
  return files.flatMap(({ name, data }) =>
    name.startsWith(`${path}/`) ? [{ name: name.slice(path.length + 1), data }] : [],
  )
}
