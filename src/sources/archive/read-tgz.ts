import { readArchive } from '../../chart/load/archive.ts'
import type { ChartFile } from '../../chart/chart.ts'
import { limits } from '../../chart/limits.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { quote } from '../../formats/quote.ts'
import { type TarEntry, TarError, readTar } from '../../formats/tar.ts'
import { SourceError } from '../errors.ts'

/**
 * The files of a chart archive. Links and devices are refused, which Helm reads as empty files: no
 * chart is made with them, and whoever unpacks them elsewhere is led astray.
 */
export function readTgz(archive: Uint8Array): readonly ChartFile[] {
  const tar = gunzip(archive, limits.totalBytes)
  for (const { name, kind } of tarEntries(tar)) {
    if (kind === 'file' || kind === 'folder') continue
    const found = kind === 'link' ? 'a link' : 'neither a file nor a folder'
    throw new SourceError('bad-archive', `chart archive entry ${quote(name)} is ${found}`)
  }
  return readArchive(tar)
}

/** The entries of a tar archive. */
export function* tarEntries(tar: Uint8Array): Generator<TarEntry> {
  try {
    yield* readTar(tar)
  } catch (error) {
    if (!(error instanceof TarError)) throw error
    throw new SourceError('bad-archive', error.message, { cause: error })
  }
}
