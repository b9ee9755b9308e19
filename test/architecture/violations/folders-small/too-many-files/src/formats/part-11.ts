export const number = 11
