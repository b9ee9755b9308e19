export const number = 24
