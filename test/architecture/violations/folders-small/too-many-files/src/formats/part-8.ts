export const number = 8
