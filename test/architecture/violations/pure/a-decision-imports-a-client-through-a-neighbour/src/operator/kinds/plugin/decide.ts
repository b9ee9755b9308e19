import { seen } from './seen.ts'

export const decide = seen
