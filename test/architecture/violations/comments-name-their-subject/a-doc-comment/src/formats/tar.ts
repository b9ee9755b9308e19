/** What is left of the text. */
export const rest = 1
