import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { withoutByteOrderMark } from '../load/archive.ts'
import type { Chart, ChartFile } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { type Ignore, parseIgnore } from '../load/ignore.ts'
import { limits } from '../limits.ts'
import { loadArchive, loadFiles } from '../load/load.ts'

/** The chart at a path: a folder or a .tgz. */
export function loadChart(path: string): Chart {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new ChartError('not-found', `path ${quote(path)} not found`)
  if (stats.isDirectory()) return loadFolder(resolve(path))
  if (stats.size > limits.totalBytes) {
    throw new ChartError(
      'limit',
      `file ${path} is larger than the maximum size ${limits.totalBytes}`,
    )
  }
  const archive = readFileSync(path)
  if (archive[0] !== 0x1f || archive[1] !== 0x8b || archive[2] !== 0x08) {
    refuseFile(resolve(path), archive)
  }
  return loadArchive(archive, gunzip)
}

/** Node's gunzip, bounded. */
export function gunzip(data: Uint8Array, maxBytes: number): Uint8Array {
  try {
    const chunkSize = Math.max(smallestChunk, Math.min(expectedBytes(data), maxBytes))
    return gunzipSync(data, { chunkSize, maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const most = `decompressed chart is larger than the maximum size ${limits.totalBytes}`
      throw new ChartError('limit', most, { cause: error })
    }
    throw new ChartError('load', 'gzip: invalid header', { cause: error })
  }
}

const smallestChunk = 16 * 1024
/** Deflate makes nothing smaller than to this part of it. */
const mostRatio = 1032

/**
 * The length that gzip notes at its end, and a little more, so that all comes out in one piece. A
 * wrong length does no harm: there are only more pieces, or room that is never touched.
 */
function expectedBytes(data: Uint8Array): number {
  if (data.length < 4) return 0
  const end = new DataView(data.buffer, data.byteOffset + data.length - 4, 4)
  return Math.min(end.getUint32(0, true) + 64, data.length * mostRatio)
}

function loadFolder(path: string): Chart {
  const chartYaml = join(path, 'Chart.yaml')
  if (!existsSync(chartYaml)) {
    const reason = `open ${chartYaml}: no such file or directory`
    throw new ChartError('metadata', `unable to detect chart at ${chartYaml}: ${reason}`)
  }
  return loadFiles(readFolder(realpathSync(path)), gunzip)
}

function refuseFile(path: string, data: Uint8Array): never {
  if (/\.ya?ml$/.test(path)) {
    const found = 'seems to be a YAML file, but expected a gzipped archive'
    throw new ChartError('load', `file '${path}' ${found}`)
  }
  const found = `does not appear to be a gzipped archive; got '${contentType(data)}'`
  throw new ChartError('load', `file '${path}' ${found}`)
}

const sniffedBytes = 500

/** Go's guess at what a file is, as far as somebody may take it for a chart. */
function contentType(data: Uint8Array): string {
  const [first, second] = data
  if (first === 0x50 && second === 0x4b) return 'application/zip'
  // Helm looks at a buffer of this length, so a shorter file has zeros in it, which no text has.
  const isText = data.length >= sniffedBytes && data.subarray(0, sniffedBytes).every(isTextByte)
  return isText ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function isTextByte(byte: number): boolean {
  return byte >= 0x20 || byte === 0x1b || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)
}

interface Walk {
  readonly root: string
  readonly ignore: Ignore
  readonly files: ChartFile[]
  bytes: number
  entries: number
}

/** The files of a folder, which need not be a chart; links may not lead out of it. */
export function readFolder(root: string): ChartFile[] {
  const walk: Walk = { root, ignore: readIgnore(root), files: [], bytes: 0, entries: 0 }
  walkFolder(walk, { path: '', real: root }, 0)
  return walk.files
}

function readIgnore(root: string): Ignore {
  const path = join(root, '.helmignore')
  if (!existsSync(path)) return parseIgnore('')
  const found = followLink(root, path)
  checkFile({ path: '.helmignore', real: found.real }, found.stats)
  return parseIgnore(readFileSync(found.real, 'utf8'))
}

/** A place in the chart, and where it really is when links lead there. */
interface FolderPath {
  readonly path: string
  readonly real: string
}

function walkFolder(walk: Walk, folder: FolderPath, depth: number): void {
  if (depth > limits.depth) {
    throw new ChartError('limit', `folder ${folder.path} is nested more than ${limits.depth} deep`)
  }
  for (const name of readdirSync(folder.real).toSorted(compareStrings)) {
    // Links may form circles, and rules may ignore every file in them.
    if (++walk.entries > limits.entries) {
      const most = `more than ${limits.entries} files and folders`
      throw new ChartError('limit', `chart folder ${walk.root} holds ${most}`)
    }
    const path = folder.path === '' ? name : `${folder.path}/${name}`
    const { stats, real } = followLink(walk.root, join(folder.real, name))
    if (walk.ignore(path, stats.isDirectory())) continue
    if (stats.isDirectory()) walkFolder(walk, { path, real }, depth + 1)
    else addFile(walk, { path, real }, stats)
  }
}

/** Follows a link inside the chart. Helm would follow one anywhere; a chart must not read the machine. */
function followLink(root: string, path: string): { stats: Stats; real: string } {
  const stats = lstatSync(path)
  if (!stats.isSymbolicLink()) return { stats, real: path }
  const real = resolveLink(path)
  if (real !== root && !real.startsWith(`${root}${sep}`)) {
    throw new ChartError('load', `link ${path} leads out of the chart, to ${real}`)
  }
  return { stats: lstatSync(real), real }
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ChartError('load', `error evaluating symlink ${path}: ${reason}`, { cause: error })
  }
}

function addFile(walk: Walk, place: FolderPath, stats: Stats): void {
  checkFile(place, stats)
  walk.bytes += stats.size
  if (walk.bytes > limits.totalBytes || walk.files.length >= limits.files) {
    const most = `${limits.totalBytes} bytes or ${limits.files} files`
    throw new ChartError('limit', `chart folder ${walk.root} holds more than ${most}`)
  }
  const data = withoutByteOrderMark(readFileSync(place.real))
  walk.files.push({ name: place.path, data })
}

function checkFile({ path, real }: FolderPath, stats: Stats): void {
  if (!stats.isFile()) {
    const found = 'as it has file mode type bits set'
    throw new ChartError('load', `cannot load irregular file ${real} ${found}`)
  }
  if (stats.size > limits.fileBytes) {
    const most = `is larger than the maximum file size ${limits.fileBytes}`
    throw new ChartError('limit', `chart file ${quote(path.split('/').at(-1) ?? '')} ${most}`)
  }
}
