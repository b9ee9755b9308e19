import './setup.ts'

export const plan = 1
