import { label } from '../std/label.ts'

export const step = label
