export const number = 14
