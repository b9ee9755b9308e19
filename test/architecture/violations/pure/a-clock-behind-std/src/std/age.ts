export const age = (start: number) => Date.now() - start
