import { readFile } from 'fs/promises'

export const read = (path: string) => readFile(path)
