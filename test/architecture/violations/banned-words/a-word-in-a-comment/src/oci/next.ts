/** Takes the next one from the shelf. */
export const next = (names: readonly string[]) => names[0]
