export const number = 16
