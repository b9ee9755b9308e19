export const number = 13
