export const number = 18
