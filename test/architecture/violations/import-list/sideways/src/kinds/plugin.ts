import { aborted } from '../std/abort.ts'

export const plugin = { aborted }
