import type { Plugin } from '../../kinds/plugin.ts'
import { goneApis } from '../../release/stored/gone-apis.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { findStale } from '../../release/stored/renew-stored.ts'
import { placeOfPlugin } from '../kinds/plugin/observe.ts'
import type { PlanTarget } from './plan-release.ts'
import type { Findings } from './rehearsal.ts'
import type { Step } from './step.ts'

/** The stored revisions of a plugin that name kinds which are gone then, by when they can be rewritten. */
export async function storedOf(
  plugin: Plugin | undefined,
  { toMinor }: Step,
  { client, discovery }: PlanTarget,
  signal: AbortSignal,
): Promise<Findings['stored']> {
  if (plugin === undefined) return { before: [], after: [] }
  const place = placeOfPlugin(plugin)
  const store = new ReleaseStore({ client })
  const isGone = await goneApis(discovery, toMinor, signal)
  const later = (api: Parameters<typeof isGone>[0]) => api.removedIn <= toMinor && !isGone(api)
  return {
    before: await findStale(place, isGone, { store }, signal),
    after: await findStale(place, later, { store }, signal),
  }
}
