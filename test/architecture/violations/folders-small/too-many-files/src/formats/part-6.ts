export const number = 6
