import { quote } from '../../formats/quote.ts'
import { readTar, TarError } from '../../formats/tar.ts'
import type { ChartFile } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { limits } from '../limits.ts'

const byteOrderMark = [0xef, 0xbb, 0xbf]

/**
 * The files of a chart archive, already decompressed. The first folder of each path is dropped,
 * whatever its name; paths that leave the chart, and archives over the limits, are refused.
 */
export function readArchive(tar: Uint8Array): ChartFile[] {
  const files: ChartFile[] = []
  let total = 0
  for (const entry of entriesOf(tar)) {
    if (entry.kind === 'folder') continue
    if (++total > limits.files) fail('limit', `chart archive has more than ${limits.files} files`)
    const name = chartPath(entry.name)
    if (entry.data.length > limits.fileBytes) {
      const what = `decompressed chart file ${quote(entry.name)}`
      fail('limit', `${what} is larger than the maximum file size ${limits.fileBytes}`)
    }
    files.push({ name, data: withoutByteOrderMark(entry.data) })
  }
  if (files.length === 0) fail('load', 'no files in chart archive')
  return files
}

/** Helm drops the mark from every file it loads. */
export function withoutByteOrderMark(data: Uint8Array): Uint8Array {
  return byteOrderMark.every((byte, i) => data[i] === byte) ? data.subarray(3) : data
}

function entriesOf(tar: Uint8Array) {
  try {
    return [...readTar(tar)]
  } catch (error) {
    if (error instanceof TarError) throw new ChartError('load', error.message, { cause: error })
    throw error
  }
}

function chartPath(name: string): string {
  const parts = name.split(name.includes('\\') ? '\\' : '/')
  const inner = parts.slice(1).join('/')
  if (inner.startsWith('/')) fail('load', 'chart illegally contains absolute paths')
  const path = cleanPath(inner)
  if (path === '.') {
    fail('load', `chart illegally contains content outside the base directory: ${quote(name)}`)
  }
  if (path.startsWith('..')) fail('load', 'chart illegally references parent directory')
  if (/^[a-zA-Z]:\//.test(path)) fail('load', 'chart contains illegally named files')
  if (parts[0] === 'Chart.yaml') fail('load', 'chart yaml not in base directory')
  return path
}

/** Go's path.Clean for a path that is not absolute. */
function cleanPath(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else kept.push(part)
  }
  return kept.length === 0 ? '.' : kept.join('/')
}

function fail(code: 'load' | 'limit', message: string): never {
  throw new ChartError(code, message)
}
