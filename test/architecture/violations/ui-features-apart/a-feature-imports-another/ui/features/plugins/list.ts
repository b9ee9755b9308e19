import { name } from '../clusters/name.ts'

export const list = [name]
