import type { ChartFile } from '../../chart/chart.ts'
import { quote } from '../../formats/quote.ts'
import type { ChartRequest } from '../chart-request.ts'
import { SourceError } from '../errors.ts'
import { filesBelow, treeAround, withoutCommonFolder } from './tree-files.ts'

/**
 * The files of the chart among those of a tree, by their paths in the chart: below the given path, or
 * at the top, or in the only folder at the top that has a Chart.yaml. `what` names the tree in errors.
 */
export function chartRoot(
  files: readonly ChartFile[],
  { path, what, holds }: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
): readonly ChartFile[] {
  if (holds === 'tree') return treeAround(files, path)
  const names = new Set(files.map(({ name }) => name))
  if (path !== undefined && path !== '') {
    const below = filesBelow(files, path)
    if (names.has(`${path}/Chart.yaml`) || (holds === 'files' && below.length > 0)) return below
    const found = below.length === 0 ? 'is not there' : 'has no Chart.yaml'
    throw new SourceError('not-found', `${quote(path)} ${found} in ${what}`)
  }
  if (names.has('Chart.yaml')) return files
  const roots = [...names].filter((name) => /^[^/]+\/Chart\.yaml$/.test(name))
  const folders = roots.map((name) => name.slice(0, name.indexOf('/')))
  const [only] = folders
  if (only !== undefined && folders.length === 1) return filesBelow(files, only)
  if (holds === 'files' && only === undefined) return withoutCommonFolder(files)
  const found = only === undefined ? 'no chart' : `charts in ${folders.toSorted().join(', ')}`
  throw new SourceError('bad-archive', `${what} has ${found}: say the path of the chart`)
}
