import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { readUserValues, rememberUserFiles } from '../../chart/read-user-values.ts'
import { splitAtCommas } from '../../options/value-options.ts'
import type { OptionSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import { type Nulls, type ValueEdit, editValuesText } from './edit-values-text.ts'

/** The options by which values of a plugin are given. */
export const pluginValueOptions = {
  values: {
    kind: 'list',
    short: 'f',
    value: 'FILE',
    summary: 'values in a YAML file, kept as text with its comments; several are merged',
  },
  set: { kind: 'list', value: 'PATH=VALUE', summary: 'a value such as a.b=1; several with commas' },
  'set-string': { kind: 'list', value: 'PATH=TEXT', summary: 'a value that stays a string' },
} as const satisfies Record<string, OptionSpec>

type ValueFlags = { readonly [K in keyof typeof pluginValueOptions]: readonly string[] }

/** The option of `set` by which a value is left to the chart again. */
export const unsetOption = {
  unset: {
    kind: 'list',
    value: 'PATH',
    summary: 'take a value such as a.b out, so that the default counts again',
  },
} as const satisfies Record<string, OptionSpec>

/** The keys of `a.b`; a dot that belongs to a key stands behind a backslash, as for --set. */
export function readUnset(path: string): ValueEdit | UsageError {
  const unset = (path.match(/(?:\\.|[^.\\])+/g) ?? []).map((key) => key.replaceAll(/\\(.)/g, '$1'))
  if (unset.length > 0 && !/[=[\]]/.test(path)) return { unset }
  return new UsageError('bad-value', `--unset wants the keys of a value such as a.b, not "${path}"`)
}

/** The values that were given: whole texts, and changes to them. */
export interface ValuesChange {
  readonly files: readonly string[]
  readonly edits: readonly ValueEdit[]
}

export function givenValuesOf(given: ValueFlags): ValuesChange {
  return {
    files: given.values.flatMap(splitAtCommas),
    edits: [
      ...given.set.map((line) => ({ line, mode: { kind: 'typed' } as const })),
      ...given['set-string'].map((line) => ({ line, mode: { kind: 'string' } as const })),
    ],
  }
}

/** The text of the values: the files instead of what there was, then the changes. */
export function valuesTextOf(
  before: string,
  { files, edits }: ValuesChange,
  nulls: Nulls = 'write',
): string {
  const [only, ...others] = files
  const start = only === undefined ? before : others.length === 0 ? textOf(only) : merged(files)
  return edits.length === 0 ? start : editValuesText(start, edits, nulls)
}

function textOf(file: string): string {
  return new TextDecoder().decode(rememberUserFiles()(file))
}

function merged(files: readonly string[]): string {
  const nothing = { set: [], setString: [], setJson: [], setFile: [], setLiteral: [] }
  return `${writeYaml(readUserValues({ files, ...nothing }))}\n`
}
