import type { UserValues } from '../../chart/values/user-values.ts'
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
