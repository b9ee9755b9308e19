import { merge } from './merge.ts'

export const diff = merge
