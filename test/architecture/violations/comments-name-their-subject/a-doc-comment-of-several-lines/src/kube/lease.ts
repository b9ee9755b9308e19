/**
 * Whoever holds the Lease leads. The others wait.
 */
export const seconds = 15
