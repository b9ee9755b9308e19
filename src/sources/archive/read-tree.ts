import type { ChartFile } from '../../chart/chart.ts'
import { limits } from '../../chart/limits.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { quote } from '../../formats/quote.ts'
import { SourceError } from '../errors.ts'
import { tarEntries } from './read-tgz.ts'
import { treeAround } from './tree-files.ts'

/** The files of an archive that is no chart: paths stay, but for one folder that holds everything. */
export function readTree(archive: Uint8Array, path: string | undefined): readonly ChartFile[] {
  const files: ChartFile[] = []
  for (const { name, kind, data } of tarEntries(gunzip(archive, limits.totalBytes))) {
    if (kind === 'folder') continue
    const refuse = (code: 'bad-archive' | 'unsafe-path' | 'too-large', why: string) =>
      new SourceError(code, `archive entry ${quote(name)} ${why}`)
    if (kind !== 'file') throw refuse('bad-archive', 'is neither a file nor a folder')
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    if (parts.includes('..') || name.startsWith('/'))
      throw refuse('unsafe-path', 'leads out of the archive')
    if (data.length > limits.fileBytes)
      throw refuse('too-large', `is larger than ${limits.fileBytes} bytes`)
    if (files.length >= limits.files)
      throw refuse('too-large', `is one file more than ${limits.files}`)
    files.push({ name: parts.join('/'), data })
  }
  return treeAround(files, path)
}
