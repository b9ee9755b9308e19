export const number = 7
