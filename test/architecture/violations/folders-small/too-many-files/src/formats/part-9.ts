export const number = 9
