export const number = 20
