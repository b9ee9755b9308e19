import { digestOf } from './node/digest-of.ts'

export const digest = digestOf
