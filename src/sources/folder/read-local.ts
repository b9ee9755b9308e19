import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { limits } from '../../chart/limits.ts'
import { loadChart, readFolder } from '../../chart/node/load-chart.ts'
import { readContent } from '../archive/read-content.ts'
import type { ChartRequest } from '../chart-request.ts'
import type { Content } from '../content.ts'
import { SourceError } from '../errors.ts'
import { realBelow } from './real-below.ts'

/** The content at a path of this machine: a chart's folder, or a file of any kind that we know. */
export async function readLocal(
  path: string,
  request: Pick<ChartRequest, 'path' | 'holds'>,
  signal: AbortSignal,
): Promise<Content> {
  const inside = request.holds === 'tree' ? undefined : request.path
  const full = resolve(path)
  const stats = await stat(full).catch(() => undefined)
  if (stats === undefined) throw new SourceError('not-found', `path ${full} not found`)
  if (stats.isDirectory()) {
    // Links that lead out of the chart are refused there.
    const folder = inside === undefined ? full : await folderInside(full, inside)
    if (request.holds === 'files' || request.holds === 'tree')
      return { kind: 'files', files: readFolder(await realpath(folder)) }
    return { kind: 'files', files: loadChart(folder).raw }
  }
  const bytes = await readFileBounded(full, limits.totalBytes, signal)
  return await readContent(bytes, { ...request, what: full }, signal)
}

/** A small file, or undefined when it is not there. */
export async function readSmallFile(
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  try {
    return await readFileBounded(path, limits.fileBytes, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function folderInside(folder: string, inside: string): Promise<string> {
  const top = await realpath(folder)
  const found = await realBelow(top, inside)
  if (found.is === 'absent') throw new SourceError('not-found', `${inside} is not in ${folder}`)
  if (found.is === 'below' && found.path !== top) return found.path
  throw new SourceError('unsafe-path', `${inside} leads out of ${folder}`)
}

async function readFileBounded(
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // Not to wait for somebody to write into a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new SourceError('unsafe-path', `${path} is no plain file`)
    if (stats.size > limit) {
      throw new SourceError('too-large', `${path} is larger than ${limit} bytes`)
    }
    return await file.readFile({ signal })
  } finally {
    await file.close()
  }
}
