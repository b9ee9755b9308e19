import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareStrings, fromBytes } from '../../formats/go-string.ts'
import { readArchive } from '../load/archive.ts'
import type { ChartFile } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { parseIgnore } from '../load/ignore.ts'
import { limits } from '../limits.ts'
import { type LintPart, type LintSubject, type PartState, partsOfFiles } from '../lint/subject.ts'
import { loadFiles } from '../load/load.ts'
import { gunzip, loadChart } from './load-chart.ts'

/**
 * The files that the linter looks at for a path: a folder, or an archive by its name. Throws when
 * there is no chart.
 */
export function readLintSubject(path: string): LintSubject {
  return /\.(?:tgz|tar\.gz)$/.test(path) ? archiveSubject(path) : folderSubject(path)
}

function folderSubject(path: string): LintSubject {
  const folder = resolve(path)
  checkThere(join(path, 'Chart.yaml'))
  const state = (name: LintPart) => partState(join(folder, name))
  return {
    path: folder,
    parts: {
      'Chart.yaml': state('Chart.yaml'),
      'values.yaml': state('values.yaml'),
      'values.schema.json': state('values.schema.json'),
      templates: state('templates'),
      crds: state('crds'),
    },
    loaded: tryLoad(() => loadChart(folder)),
  }
}

function checkThere(path: string): void {
  try {
    statSync(path)
  } catch (error) {
    const what = `unable to check Chart.yaml file in chart: stat ${path}`
    throw new ChartError('not-found', `${what}: ${reasonOf(error)}`, { cause: error })
  }
}

function partState(path: string): PartState {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'absent' }
  if (stats.isDirectory()) return { kind: 'folder' }
  return {
    kind: 'file',
    data: stats.size > limits.totalBytes ? tooLarge(path) : readFileSync(path),
  }
}

function tooLarge(path: string): never {
  throw new ChartError('limit', `${path}: wanted a file of at most ${limits.totalBytes} bytes`)
}

/** Helm unpacks the archive and lints the folder, so the rules of .helmignore hold here too. */
function archiveSubject(path: string): LintSubject {
  const unpacked = unpack(path)
  const rules = unpacked.find((file) => file.name === '.helmignore')
  const files = unpacked.toSorted((a, b) => comparePaths(a.name, b.name))
  const load = () => {
    const ignore = parseIgnore(rules === undefined ? '' : fromBytes(rules.data))
    const kept = files.filter(({ name }) => !isIgnored(name, ignore))
    return loadFiles(kept, gunzip)
  }
  return { path: resolve(path), parts: partsOfFiles(files), loaded: tryLoad(load) }
}

function unpack(path: string): ChartFile[] {
  let archive: Uint8Array
  try {
    archive = readFileSync(path)
  } catch (error) {
    const what = `unable to open tarball: open ${path}`
    throw new ChartError('not-found', `${what}: ${reasonOf(error)}`, { cause: error })
  }
  try {
    const files = readArchive(gunzip(archive, limits.totalBytes))
    if (!files.some((file) => file.name === 'Chart.yaml')) {
      throw new ChartError('metadata', 'chart name not specified')
    }
    return files
  } catch (error) {
    const what = 'unable to extract tarball'
    throw new ChartError('load', `${what}: ${reasonOf(error)}`, { cause: error })
  }
}

function isIgnored(path: string, ignore: (path: string, isFolder: boolean) => boolean): boolean {
  const parts = path.split('/')
  return parts.some((_, i) => ignore(parts.slice(0, i + 1).join('/'), i < parts.length - 1))
}

/** The order of a walk through folders: each folder's entries by name. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let i = 0; ; i++) {
    const [one, other] = [left[i], right[i]]
    if (one === undefined || other === undefined) return left.length - right.length
    if (one !== other) return compareStrings(one, other)
  }
}

function tryLoad(load: () => ReturnType<typeof loadChart>): LintSubject['loaded'] {
  try {
    return { chart: load() }
  } catch (error) {
    if (error instanceof ChartError) return { problem: error.message }
    throw error
  }
}

/** The system's reasons in Go's words. */
function reasonOf(error: unknown): string {
  if (error instanceof ChartError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
      return 'no such file or directory'
    case 'ENOTDIR':
      return 'not a directory'
    case 'EACCES':
      return 'permission denied'
    case 'EISDIR':
      return 'is a directory'
    default:
      return message
  }
}
