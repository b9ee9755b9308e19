import { gone } from './gone.ts'

export const verb = gone
