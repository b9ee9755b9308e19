export const number = 22
