import type { JsonRecord } from '../../kinds/json-value.ts'
import { isJsonRecord } from '../../kinds/json-value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Profile } from '../../kinds/profile.ts'

/** What the profiles of a cluster say for everything on it; the first one wins where two speak of the same. */
export function globalsOf(profiles: readonly Profile[]): {
  readonly values: JsonRecord
  readonly images: Plugin['spec']['images']
} {
  const values = profiles.reduceRight<JsonRecord>(
    (below, { spec }) => mergeRecords(below, spec.values ?? {}),
    {},
  )
  const registry = profiles.find(({ spec }) => spec.images?.registry !== undefined)?.spec.images
    ?.registry
  const maps = profiles.toReversed().map(({ spec }) => spec.images?.map ?? {})
  const map: Readonly<Record<string, string>> = Object.assign({}, ...maps)
  const hasMap = Object.keys(map).length > 0
  if (registry === undefined && !hasMap) return { values, images: undefined }
  const images = { ...(registry === undefined ? {} : { registry }), ...(hasMap ? { map } : {}) }
  return { values, images }
}

function mergeRecords(below: JsonRecord, above: JsonRecord): JsonRecord {
  const merged: Record<string, JsonRecord[string]> = { ...below }
  for (const [field, value] of Object.entries(above)) {
    const old = merged[field]
    merged[field] = isJsonRecord(old) && isJsonRecord(value) ? mergeRecords(old, value) : value
  }
  return merged
}
