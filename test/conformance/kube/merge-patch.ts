import { isObject } from './normalise.ts'
import type { Json } from './row.ts'

/** RFC 7396. The tests have their own, because the one in src/objects is among what the rows judge. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key] ?? {}, value)
  }
  return merged
}
