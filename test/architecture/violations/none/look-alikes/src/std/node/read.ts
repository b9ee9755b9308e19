import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

export const unzip = promisify(gunzip)
export const read = (path: string) => readFile(path)
