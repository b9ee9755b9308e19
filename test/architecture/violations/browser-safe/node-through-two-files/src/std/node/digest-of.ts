import { hash } from './hash.ts'

export const digestOf = (text: string) => hash(text)
