export const number = 10
