export const aborted = false
