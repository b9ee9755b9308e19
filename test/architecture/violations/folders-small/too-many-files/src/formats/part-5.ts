export const number = 5
