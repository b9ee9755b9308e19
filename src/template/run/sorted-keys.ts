import { compareStrings } from '../../formats/go-string.ts'

const surrogate = /[\ud800-\udfff]/

/** The keys of a map in the order in which Go ranges over and prints them: by bytes. */
export function sortedKeys(map: ReadonlyMap<string, unknown>): string[] {
  const keys = [...map.keys()]
  if (keys.length < 2) return keys
  // JavaScript's own order differs only where a character takes two units.
  return keys.some((key) => surrogate.test(key)) ? keys.toSorted(compareStrings) : keys.toSorted()
}
