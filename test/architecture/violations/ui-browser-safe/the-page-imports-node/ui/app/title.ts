import { basename } from 'node:path'

export const title = (path: string) => basename(path)
