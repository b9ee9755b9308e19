export const wishesOf = (names: readonly string[]) => names.length
