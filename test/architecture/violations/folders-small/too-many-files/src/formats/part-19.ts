export const number = 19
