export const number = 23
