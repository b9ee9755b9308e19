import { patch } from './patch.ts'

export const merge = patch
