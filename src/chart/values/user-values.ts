import { decodeJson, decodeJsonPrefix } from '../../formats/json/decode.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import type { Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { mergeTables } from './merge.ts'
import { readValues } from './read-values.ts'
import { assignSet, type SetMode } from './set.ts'
import { isTable } from './table.ts'

/** The values that a user gives on the command line, each kind in the order it was given. */
export interface UserValues {
  readonly files: readonly string[]
  readonly setJson: readonly string[]
  readonly set: readonly string[]
  readonly setString: readonly string[]
  readonly setFile: readonly string[]
  readonly setLiteral: readonly string[]
}

/** Reads a file named by the user; handed in because the browser has none. */
export type ReadFile = (path: string) => Uint8Array

/** All of them merged in Helm's order: files, then --set-json, --set, --set-string, --set-file, --set-literal. */
export function mergeUserValues(given: UserValues, readFile: ReadFile): Table {
  let values: Table = new Map()
  for (const path of given.files) values = mergeTables(values, readValuesFile(path, readFile))
  for (const text of given.setJson) values = assignJson(values, text)
  const read = (path: string) => fromBytes(readFile(path))
  assignAll(values, '--set', given.set, { kind: 'typed' })
  assignAll(values, '--set-string', given.setString, { kind: 'string' })
  assignAll(values, '--set-file', given.setFile, { kind: 'file', read })
  assignAll(values, '--set-literal', given.setLiteral, { kind: 'literal' })
  return values
}

function readValuesFile(path: string, readFile: ReadFile): Table {
  const data = readFile(path)
  try {
    return readValues(data)
  } catch (error) {
    throw wrap(`failed to parse ${path}`, error)
  }
}

function assignJson(values: Table, text: string): Table {
  const trimmed = trimSpace(text)
  try {
    if (trimmed.startsWith('{')) {
      const table = decodeJson(trimmed, 'map')
      return isTable(table) ? mergeTables(values, table) : values
    }
  } catch (error) {
    throw new ChartError('values', `failed parsing --set-json data JSON: ${text}`, { cause: error })
  }
  try {
    assignSet(text, values, { kind: 'json', decode: decodeJsonPrefix })
    return values
  } catch (error) {
    throw new ChartError('values', `failed parsing --set-json data ${text}`, { cause: error })
  }
}

function assignAll(values: Table, flag: string, lines: readonly string[], mode: SetMode): void {
  for (const line of lines) {
    try {
      assignSet(line, values, mode)
    } catch (error) {
      throw wrap(`failed parsing ${flag} data`, error)
    }
  }
}

function wrap(what: string, error: unknown): ChartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ChartError('values', `${what}: ${reason}`, { cause: error })
}
