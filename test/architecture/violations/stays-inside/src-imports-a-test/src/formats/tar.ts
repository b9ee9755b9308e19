import { rows } from './tar.test.ts'

export const tar = rows
