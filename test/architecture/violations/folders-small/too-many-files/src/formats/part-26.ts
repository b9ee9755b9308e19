export const number = 26
