export const number = 4
