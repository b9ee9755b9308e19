import { assignSet, type SetMode } from '../../../chart/values/set.ts'
import type { Table } from '../../../chart/chart.ts'
import { encodeJson } from '../../../formats/json/encode.ts'
import type { Value } from '../../../formats/value.ts'
import { readYamlMap } from '../../../formats/yaml/read.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { PlainError } from '../../errors.ts'
import { setInText } from './set-in-text.ts'

/** One `--set` or `--set-string`. */
export interface ValueEdit {
  readonly line: string
  readonly mode: SetMode
}

/**
 * Changes values in their text: comments, order and spelling of everything else stay. Afterwards the text is read again, and
 * has to mean what the same edits of the values mean; where that cannot be had, it says so and changes nothing.
 */
export function editValuesText(text: string, edits: readonly ValueEdit[]): string {
  const wanted: Table = readYamlMap(text)
  const changed: Table = new Map()
  for (const { line, mode } of edits) {
    assignSet(line, wanted, mode)
    assignSet(line, changed, mode)
  }
  let edited = text
  for (const path of leavesOf(changed, [])) {
    const next = setInText(edited, path, literalOf(valueAt(wanted, path)))
    if (next === undefined) throw cannotEdit(path)
    edited = next
  }
  if (jsonOf(readAgain(edited)) === jsonOf(wanted)) return edited
  throw cannotEdit(leavesOf(changed, [])[0] ?? [])
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
