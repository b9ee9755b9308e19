import { watch as start } from './client.ts'

export const watch = start
