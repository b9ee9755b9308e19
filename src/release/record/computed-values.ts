import { completeTable } from '../../chart/values/coalesce.ts'
import type { JsonObject } from '../../objects/json.ts'
import { jsonOfTable, tableOfJson } from './values-json.ts'
import type { ReleaseRecord } from '../release.ts'

/** The defaults of the chart with what was given over them; null takes a default away. */
export function computedValues({ chart, config }: ReleaseRecord): JsonObject {
  const defaults = tableOfJson(chart.values ?? {})
  return jsonOfTable(completeTable(tableOfJson(config ?? {}), defaults, 'coalesce', () => {}))
}
