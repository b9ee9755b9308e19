import type { Entry } from '../storage/entry.ts'
import type { Draft } from './draft.ts'

// The real server sometimes stores an object that differs a little from the one it shows. The next
// write then counts even if it changes nothing, and the object gets a new version.

const drafts = new WeakSet<Draft>()
const entries = new WeakSet<Entry>()

/** Says that the real server would store more of a draft than is seen. */
export function markStorageQuirk(draft: Draft): void {
  drafts.add(draft)
}

/** Says that an entry was made of a draft. */
export function carryStorageQuirk(draft: Draft, entry: Entry): void {
  if (drafts.has(draft)) entries.add(entry)
}

export function hasStorageQuirk(entry: Entry): boolean {
  return entries.has(entry)
}
