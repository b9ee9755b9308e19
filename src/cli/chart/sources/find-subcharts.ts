import { type Dirent, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compareStrings } from '../../../formats/go-string.ts'

/** The charts below a chart's charts/ folder at any depth, in the order of a walk: folders and archives. */
export function findSubcharts(chart: string): string[] {
  return walk(join(chart, 'charts')).flatMap((path) => {
    if (path.endsWith('/Chart.yaml')) return [dirname(path)]
    return /\.(?:tgz|tar\.gz)$/.test(path) ? [path] : []
  })
}

/** All paths below a folder; none when it is not there, as for an archive. Links are not followed. */
function walk(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...walk(path)] : [path]
  })
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.toSorted((a, b) => compareStrings(a.name, b.name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
