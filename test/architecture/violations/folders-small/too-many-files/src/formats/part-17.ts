export const number = 17
