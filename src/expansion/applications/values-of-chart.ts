import type { ExpansionValues } from '../../kinds/expansion-file.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import { layValues } from './lay-values.ts'

/** The values of both sides that an application's own go between. */
export interface ValuesOfSides {
  readonly package: ExpansionValues
  readonly site: ExpansionValues
}

/** The values that a chart is installed with. The site's words are last; a global value is Helm's `global`, which every subchart sees as well. */
export function valuesOfChart(
  chart: string,
  own: JsonObject,
  { package: ours, site }: ValuesOfSides,
): JsonObject {
  const merged = [
    { global: ours.global },
    ours.charts[chart] ?? {},
    own,
    { global: site.global },
    site.charts[chart] ?? {},
  ].reduce(layValues, {})
  return withoutEmptyGlobal(merged)
}

function withoutEmptyGlobal(values: JsonObject): JsonObject {
  const { global, ...rest } = values
  const isEmpty = !isJsonObject(global) || Object.keys(global).length === 0
  return isEmpty ? rest : values
}
