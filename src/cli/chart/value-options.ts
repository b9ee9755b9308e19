import { readFileSync } from 'node:fs'
import type { Table } from '../../chart/chart.ts'
import { ChartError } from '../../chart/errors.ts'
import { limits } from '../../chart/limits.ts'
import { mergeUserValues, type UserValues } from '../../chart/values/user-values.ts'
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

type GivenValues = Readonly<Record<keyof typeof valueOptions, readonly string[]>>

/** What the options say, files not read yet. */
export function userValuesOf(given: GivenValues): UserValues {
  return {
    // Helm splits this one at commas, the others not.
    files: given.values.flatMap((list) => list.split(',')),
    set: given.set,
    setString: given['set-string'],
    setJson: given['set-json'],
    setFile: given['set-file'],
    setLiteral: given['set-literal'],
  }
}

/** Reads the files that the options name and merges everything. */
export function readUserValues(values: UserValues): Table {
  return mergeUserValues(values, readUserFile)
}

const standardInput = 0

function readUserFile(path: string): Uint8Array {
  const data = readFileSync(path.trim() === '-' ? standardInput : path)
  if (data.length > limits.valuesBytes) {
    const most = `of at most ${limits.valuesBytes} bytes, found ${data.length}`
    throw new ChartError('limit', `values file ${path}: wanted a file ${most}`)
  }
  return data
}
