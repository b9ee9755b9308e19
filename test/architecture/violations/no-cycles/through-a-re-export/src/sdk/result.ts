import { name } from './operator.ts'

export const result = { name }
