import type { Entry } from '../storage/entry.ts'
import type { Draft } from './draft.ts'

// The real server sometimes stores an object that differs a little from the one it shows. The next
// write then counts even if it changes nothing, and the object gets a new version. A space behind
// the stored JSON says so: no reader of JSON sees it, and it is still there after a restart.

const quirk = Symbol('stored otherwise than shown')
const space = 0x20

/** Says that the real server would store more of a draft than is seen. */
export function markStorageQuirk(draft: Draft): void {
  Object.defineProperty(draft, quirk, { value: true })
}

/** The bytes to store for a draft. */
export function withStorageQuirk(draft: Draft, bytes: Buffer): Buffer {
  return quirk in draft ? Buffer.concat([bytes, Buffer.of(space)]) : bytes
}

export function hasStorageQuirk({ bytes }: Entry): boolean {
  return bytes.at(-1) === space
}
