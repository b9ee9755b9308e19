import { assignSet, type SetMode } from '../../../chart/values/set.ts'
import type { Table } from '../../../chart/chart.ts'
import { encodeJson } from '../../../formats/json/encode.ts'
import type { Value } from '../../../formats/value.ts'
import { readYamlMap } from '../../../formats/yaml/read.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { PlainError } from '../../errors.ts'
import { removeFromText, setInText } from './set-in-text.ts'

/** One `--set`, `--set-string` or `--unset`. */
export type ValueEdit =
  | { readonly line: string; readonly mode: SetMode }
  | { readonly unset: readonly string[] }

/** Whether `x=null` writes a null, by which Helm takes the default of a chart away, or takes `x` out. */
export type Nulls = 'write' | 'take-out'

/**
 * Changes values in their text: comments, order and spelling of everything else stay. Afterwards the text is read again, and
 * has to mean what the same edits of the values mean; where that cannot be had, it says so and changes nothing.
 */
export function editValuesText(
  text: string,
  edits: readonly ValueEdit[],
  nulls: Nulls = 'write',
): string {
  const wanted: Table = readYamlMap(text)
  const paths = changeTable(wanted, edits, nulls)
  let edited = text
  for (const path of paths) {
    const value = valueAt(wanted, path)
    if (value === undefined && valueAt(readYamlMap(edited), path) === undefined) continue
    const next =
      value === undefined ? removeFromText(edited, path) : setInText(edited, path, literalOf(value))
    if (next === undefined) throw cannotEdit(path)
    edited = next
  }
  if (jsonOf(readAgain(edited)) === jsonOf(wanted)) return edited
  throw cannotEdit(paths[0] ?? [])
}

/** Carries edits out on values; the paths that were set or taken out. */
export function changeTable(
  values: Table,
  edits: readonly ValueEdit[],
  nulls: Nulls,
): readonly (readonly string[])[] {
  return edits.flatMap((edit) => {
    if ('unset' in edit) return takeOut(values, edit.unset) ? [edit.unset] : []
    const changed: Table = new Map()
    assignSet(edit.line, values, edit.mode)
    assignSet(edit.line, changed, edit.mode)
    const paths = leavesOf(changed, [])
    if (nulls === 'write') return paths
    for (const path of paths) if (valueAt(values, path) === null) takeOut(values, path)
    return paths
  })
}

// A mapping that is empty then goes, too: `a:` alone would be a null, which takes the default away.
function takeOut(table: Table, [key = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return table.delete(key)
  const inner = table.get(key)
  if (!(inner instanceof Map) || !takeOut(inner, rest)) return false
  if (inner.size === 0) table.delete(key)
  return true
}

function leavesOf(table: Table, above: readonly string[]): readonly (readonly string[])[] {
  return [...table].flatMap(([key, value]) => {
    const path = [...above, key]
    return value instanceof Map && value.size > 0 ? leavesOf(value, path) : [path]
  })
}

function valueAt(table: Table, path: readonly string[]): Value {
  let at: Value = table
  for (const key of path) at = at instanceof Map ? at.get(key) : undefined
  return at
}

/** The value on one line: as the YAML writer spells it, lists and tables in JSON, which is YAML too. */
function literalOf(value: Value): string {
  const text = value instanceof Map || Array.isArray(value) ? '' : writeYaml(value).trimEnd()
  return text === '' || text.includes('\n') ? encodeJson(value, { html: false }) : text
}

function readAgain(text: string): Value {
  try {
    return readYamlMap(text)
  } catch {
    // A text that cannot be read any more is not the one that was wanted; the caller says so.
    return undefined
  }
}

function jsonOf(value: Value): string {
  return value === undefined ? '' : encodeJson(value, { html: false })
}

function cannotEdit(path: readonly string[]): PlainError {
  const why = `cannot change ${path.join('.')} in the text of the values without rewriting it`
  return new PlainError(`${why}: change the text itself and give it with -f`)
}
