/** How many items, entries or characters a value can have. */
export interface Size {
  readonly least: number
  readonly most: number
}

export const unknownSize: Size = { least: 0, most: Infinity }

const perCharacter = 0.1

/** The cost of looking at so many characters, or of comparing so many items. */
export function traversal(size: number, factor = perCharacter): number {
  return Math.ceil(size * factor)
}

/** Nothing of what has no bound is nothing. */
export function times(count: number, cost: number): number {
  return count === 0 || cost === 0 ? 0 : count * cost
}
