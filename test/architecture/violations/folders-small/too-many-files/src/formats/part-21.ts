export const number = 21
