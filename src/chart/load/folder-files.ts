import { fromBytes } from '../../formats/go-string.ts'
import { withoutByteOrderMark } from './archive.ts'
import type { ChartFile } from '../chart.ts'
import { parseIgnore } from './ignore.ts'

/**
 * The files that Helm would load of a folder whose files are in memory: without those that
 * .helmignore leaves out, and without byte order marks. Archives need neither: they were made from
 * such a folder.
 */
export function folderFiles(files: readonly ChartFile[]): ChartFile[] {
  const rules = files.find((file) => file.name === '.helmignore')
  const ignore = parseIgnore(rules === undefined ? '' : fromBytes(rules.data))
  const isIgnored = (name: string) => {
    const parts = name.split('/')
    return parts.some((_, i) => ignore(parts.slice(0, i + 1).join('/'), i < parts.length - 1))
  }
  return files
    .filter((file) => !isIgnored(file.name))
    .map(({ name, data }) => ({ name, data: withoutByteOrderMark(data) }))
}
