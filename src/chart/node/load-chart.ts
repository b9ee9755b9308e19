import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { withoutByteOrderMark } from '../archive.ts'
import type { Chart, ChartFile } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { type Ignore, parseIgnore } from '../ignore.ts'
import { limits } from '../limits.ts'
import { loadArchive, loadFiles } from '../load.ts'

/** The chart at a path: a folder or a .tgz. */
export function loadChart(path: string): Chart {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new ChartError('not-found', `path ${quote(path)} not found`)
  if (stats.isDirectory()) return loadFiles(readFolder(realpathSync(path)), gunzip)
  const archive = readFileSync(path)
  if (archive[0] !== 0x1f || archive[1] !== 0x8b || archive[2] !== 0x08) refuseFile(path)
  return loadArchive(archive, gunzip)
}

/** Node's gunzip, bounded. */
export function gunzip(data: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(data, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const most = `decompressed chart is larger than the maximum size ${limits.totalBytes}`
      throw new ChartError('limit', most, { cause: error })
    }
    throw new ChartError('load', 'gzip: invalid header', { cause: error })
  }
}

function refuseFile(path: string): never {
  if (/\.ya?ml$/.test(path)) {
    const found = 'seems to be a YAML file, but expected a gzipped archive'
    throw new ChartError('load', `file '${path}' ${found}`)
  }
  throw new ChartError('load', `file '${path}' does not appear to be a gzipped archive`)
}

interface Walk {
  readonly root: string
  readonly ignore: Ignore
  readonly files: ChartFile[]
  bytes: number
}

function readFolder(root: string): ChartFile[] {
  const rules = readFileIfThere(join(root, '.helmignore'))
  const walk: Walk = { root, ignore: parseIgnore(rules), files: [], bytes: 0 }
  walkFolder(walk, '', 0)
  return walk.files
}

function walkFolder(walk: Walk, folder: string, depth: number): void {
  // Links may form a circle.
  if (depth > limits.depth) {
    throw new ChartError('limit', `folder ${folder} is nested more than ${limits.depth} deep`)
  }
  for (const name of readdirSync(join(walk.root, folder)).toSorted(compareStrings)) {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = followLink(walk.root, join(walk.root, path))
    if (walk.ignore(path, stats.isDirectory())) continue
    if (stats.isDirectory()) walkFolder(walk, path, depth + 1)
    else addFile(walk, path, stats)
  }
}

/** Follows a link inside the chart. Helm would follow one anywhere; a chart must not read the machine. */
function followLink(root: string, path: string): Stats {
  const stats = lstatSync(path)
  if (!stats.isSymbolicLink()) return stats
  const target = resolveLink(path)
  if (target !== root && !target.startsWith(`${root}${sep}`)) {
    throw new ChartError('load', `link ${path} leads out of the chart, to ${target}`)
  }
  return lstatSync(target)
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ChartError('load', `error evaluating symlink ${path}: ${reason}`, { cause: error })
  }
}

function addFile(walk: Walk, path: string, stats: Stats): void {
  const full = join(walk.root, path)
  if (!stats.isFile()) {
    const found = 'as it has file mode type bits set'
    throw new ChartError('load', `cannot load irregular file ${full} ${found}`)
  }
  if (stats.size > limits.fileBytes) {
    const most = `is larger than the maximum file size ${limits.fileBytes}`
    throw new ChartError('limit', `chart file ${quote(path.split('/').at(-1) ?? '')} ${most}`)
  }
  walk.bytes += stats.size
  if (walk.bytes > limits.totalBytes || walk.files.length >= limits.files) {
    const most = `${limits.totalBytes} bytes or ${limits.files} files`
    throw new ChartError('limit', `chart folder ${walk.root} holds more than ${most}`)
  }
  walk.files.push({ name: path, data: withoutByteOrderMark(readFileSync(full)) })
}

function readFileIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
