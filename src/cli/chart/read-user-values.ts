import { closeSync, openSync, readSync } from 'node:fs'
import type { Table } from '../../chart/chart.ts'
import { ChartError } from '../../chart/errors.ts'
import { limits } from '../../chart/limits.ts'
import { mergeUserValues, type ReadFile, type UserValues } from '../../chart/values/user-values.ts'

/** Reads the files that the options name and merges everything. */
export function readUserValues(values: UserValues, readFile: ReadFile = readUserFile): Table {
  return mergeUserValues(values, readFile)
}

/** Reads each file once, because standard input can be read only once. */
export function rememberUserFiles(): ReadFile {
  const known = new Map<string, Uint8Array>()
  return (path) => {
    const data = known.get(path) ?? readUserFile(path)
    known.set(path, data)
    return data
  }
}

const standardInput = 0

function readUserFile(path: string): Uint8Array {
  const file = path.trim() === '-' ? standardInput : openAsGo(path)
  try {
    return readBounded(path, file)
  } catch (error) {
    throw asGo(error, path)
  } finally {
    if (file !== standardInput) closeSync(file)
  }
}

/** Reads to the end, or to the limit: what the name leads to may have no end. */
function readBounded(path: string, file: number): Uint8Array {
  const parts: Buffer[] = []
  for (let length = 0; ;) {
    const part = Buffer.allocUnsafe(partSize)
    const count = readSync(file, part)
    if (count === 0) return Buffer.concat(parts)
    parts.push(part.subarray(0, count))
    length += count
    if (length > limits.valuesBytes) {
      const most = `of at most ${limits.valuesBytes} bytes`
      throw new ChartError('limit', `values file ${path}: wanted a file ${most}`)
    }
  }
}

const partSize = 64 * 1024

function openAsGo(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw asGo(error, path)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'open PATH: no such file or directory',
  EISDIR: 'read PATH: is a directory',
  EACCES: 'open PATH: permission denied',
  ENOTDIR: 'open PATH: not a directory',
}

/** The error of a file, as Helm tells it. */
function asGo(error: unknown, path: string): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (reason === undefined) return error
  return new ChartError('not-found', reason.replace('PATH', path), { cause: error })
}
