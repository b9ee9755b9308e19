import type { JsonObject } from '../../objects/json.ts'
import { draftOf, type Draft } from '../registry/draft.ts'
import type { Served } from '../registry/served.ts'

/** Puts what somebody else made into the draft, in the form of its kind and with its defaults. */
export function replaceDraft(draft: Draft, made: JsonObject, { strategy }: Served): void {
  const fresh = draftOf(made)
  strategy.normalise?.(fresh, () => {})
  strategy.complete?.(fresh)
  for (const field of Object.keys(draft)) delete draft[field]
  Object.assign(draft, fresh)
}
