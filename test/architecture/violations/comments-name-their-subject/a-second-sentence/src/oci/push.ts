/** Sends a blob. What is there already is not sent again. */
export const value = 1
