import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ChartError } from '../errors.ts'
import type { PackagedChart } from '../package/package-chart.ts'

/**
 * Writes an archive into a folder, which is made if need be, and gives its path. The file appears whole
 * or not at all: what goes wrong leaves an archive of the same name as it was.
 */
export function writePackage({ fileName, tar }: PackagedChart, folder: string): string {
  const path = join(folder, fileName)
  // A version may not hold a slash, but what is written is decided here.
  makeFolder(dirname(path))
  const partial = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(partial, compressPackage(tar), { mode: 0o644, flag: 'wx' })
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  return path
}

function makeFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) mkdirSync(folder, { recursive: true, mode: 0o755 })
  else if (!stats.isDirectory()) {
    throw new ChartError('not-found', `is not a directory: ${folder}`)
  }
}

const operatingSystemByte = 9
const unknownSystem = 255

/** Gzip without a time, a name or the system it was made on. */
export function compressPackage(tar: Uint8Array): Uint8Array {
  const archive = new Uint8Array(gzipSync(tar, { level: 9 }))
  archive[operatingSystemByte] = unknownSystem
  return archive
}
