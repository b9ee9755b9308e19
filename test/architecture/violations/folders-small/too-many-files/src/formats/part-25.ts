export const number = 25
