import { closeSync, openSync, readSync } from 'node:fs'
import type { Table } from '../../chart/chart.ts'
import { ChartError } from '../../chart/errors.ts'
import { limits } from '../../chart/limits.ts'
import { mergeUserValues, type ReadFile, type UserValues } from '../../chart/values/user-values.ts'
import type { OptionSpec } from '../command-spec.ts'

/** The options by which a user sets values, as Helm names them. */
export const valueOptions = {
  values: {
    kind: 'list',
    short: 'f',
    value: 'FILE',
    summary: 'values in a YAML file, or - for standard input; later files win',
  },
  set: {
    kind: 'list',
    value: 'PATH=VALUE',
    summary: 'a value such as a.b[0]=1; several with commas',
  },
  'set-string': { kind: 'list', value: 'PATH=TEXT', summary: 'a value that stays a string' },
  'set-json': {
    kind: 'list',
    value: 'PATH=JSON',
    summary: 'a value in JSON, or a whole JSON object',
  },
  'set-file': { kind: 'list', value: 'PATH=FILE', summary: 'a value that is the text of a file' },
  'set-literal': {
    kind: 'list',
    value: 'PATH=TEXT',
    summary: 'a string with nothing special in it',
  },
} as const satisfies Record<string, OptionSpec>

type ValueFlags = Readonly<Record<keyof typeof valueOptions, readonly string[]>>

/** The values of the options; files are not read yet. */
export function userValuesOf(given: ValueFlags): UserValues {
  return {
    // Helm splits this one at commas, the others not.
    files: given.values.flatMap(splitAtCommas),
    set: given.set,
    setString: given['set-string'],
    setJson: given['set-json'],
    setFile: given['set-file'],
    setLiteral: given['set-literal'],
  }
}

/** The entries of a list option that takes several at once; an empty text has none. */
export function splitAtCommas(list: string): string[] {
  return list === '' ? [] : list.split(',')
}

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
