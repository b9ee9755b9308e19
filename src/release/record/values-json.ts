import type { Table } from '../../chart/chart.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import type { Value } from '../../formats/value.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { parseJson, printJson } from '../../objects/json-text.ts'
import { isTable } from '../../chart/values/table.ts'

/** A value of a chart as the JSON that Go makes of it. */
export function jsonOfValue(value: Value): Json {
  return parseJson(encodeJson(value, { html: false }))
}

/** The values of a chart as the JSON that Go makes of them. */
export function jsonOfTable(table: ReadonlyMap<string, Value>): JsonObject {
  const json = jsonOfValue(table)
  return isJsonObject(json) ? json : {}
}

/** Values out of a record, as Go reads them: all numbers are float64. */
export function tableOfJson(json: JsonObject): Table {
  const table = decodeJson(printJson(json), 'map')
  return isTable(table) ? table : new Map()
}
