import type { ExpansionValues } from '../../kinds/expansion-file.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'

/** Values over others, as Helm lays them: objects are merged, everything else is replaced. */
export function layValues(under: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isJsonObject(value) && isJsonObject(below) ? layValues(below, value) : value
  }
  return merged
}

/** The values of a site over those of a package. */
export function laySiteValues(own: ExpansionValues, site: ExpansionValues): ExpansionValues {
  const charts = layValues(own.charts, site.charts) as ExpansionValues['charts']
  return { global: layValues(own.global, site.global), charts }
}
