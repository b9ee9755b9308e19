import { type Json, equalJson } from '../../objects/json.ts'
import type { ReleaseRecord, StoredHook } from '../release.ts'

/** Whether two revisions want the same: chart, values, objects, hooks and notes. */
export function sameRelease(before: ReleaseRecord, after: ReleaseRecord): boolean {
  return (
    (before.manifest ?? '') === (after.manifest ?? '') &&
    (before.info.notes ?? '') === (after.info.notes ?? '') &&
    equalJson(before.config ?? {}, after.config ?? {}) &&
    equalJson(before.chart.metadata, after.chart.metadata) &&
    equalJson(before.chart.values ?? {}, after.chart.values ?? {}) &&
    equalJson((before.hooks ?? []).map(hookText), (after.hooks ?? []).map(hookText))
  )
}

// When and how a hook ran is not part of what it is; nor is the policy that Helm adds on running it.
function hookText({ path, manifest, events, weight = 0 }: StoredHook): Json {
  return [path, manifest, [...events], weight]
}
