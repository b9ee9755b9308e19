import type { Entry } from '../storage/entry.ts'
import type { Draft } from './draft.ts'

// What the real server stores is sometimes not quite what it shows. The next write is then one even if it
// changes nothing, and the object gets a new version.

const drafts = new WeakSet<Draft>()
const entries = new WeakSet<Entry>()

/** Says that the real server would store more of a draft than is seen. */
export function markUntidy(draft: Draft): void {
  drafts.add(draft)
}

/** Says that an entry was made of a draft. */
export function carryUntidy(draft: Draft, entry: Entry): void {
  if (drafts.has(draft)) entries.add(entry)
}

export function isUntidy(entry: Entry): boolean {
  return entries.has(entry)
}
