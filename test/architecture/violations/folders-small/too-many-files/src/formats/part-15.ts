export const number = 15
