import { readFileSync } from 'node:fs'

export const work = (path: string) => readFileSync(path)
