import { readFileSync } from 'node:fs'

export const page = readFileSync('page.html', 'utf8')
