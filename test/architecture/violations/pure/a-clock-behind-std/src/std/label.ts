import { age } from './age.ts'

export const label = (start: number) => `${age(start)} ms`
