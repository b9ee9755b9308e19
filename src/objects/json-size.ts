import type { Json } from './json.ts'

/** Whether the text of a value is longer than so many characters. Looks no further than that. */
export function isLargerThan(value: Json, characters: number): boolean {
  return countDown(value, characters) < 0
}

/**
 * The characters that are left of a number after a value was counted; negative when they do not
 * suffice.
 */
function countDown(value: Json, characters: number): number {
  if (typeof value === 'string') return characters - value.length - 2
  let left = characters - 1
  if (typeof value !== 'object' || value === null) return left
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      if (left < 0) break
      left = countDown(item, left)
    }
    return left
  }
  for (const [name, inner] of Object.entries(value)) {
    if (left < 0) break
    left = countDown(inner, left - name.length - 3)
  }
  return left
}
