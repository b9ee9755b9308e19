import { build } from '../../tools/build.ts'

export const client = build
