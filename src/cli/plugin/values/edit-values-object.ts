import { assignSet } from '../../../chart/values/set.ts'
import { encodeJson } from '../../../formats/json/encode.ts'
import { readYamlMap } from '../../../formats/yaml/read.ts'
import type { JsonObject } from '../../../objects/json.ts'
import { parseJson, printJson } from '../../../objects/json-text.ts'
import type { ValueEdit } from './edit-values-text.ts'

/** Changes values that are an object, and says it as a merge patch says it: what went is null. */
export function editValuesObject(before: JsonObject, edits: readonly ValueEdit[]): JsonObject {
  const table = readYamlMap(printJson(before))
  for (const { line, mode } of edits) assignSet(line, table, mode)
  return parseJson(encodeJson(table, { html: false })) as JsonObject
}
