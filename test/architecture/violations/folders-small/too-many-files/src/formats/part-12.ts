export const number = 12
