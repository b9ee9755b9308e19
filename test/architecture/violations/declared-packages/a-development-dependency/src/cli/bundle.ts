import { build } from 'esbuild'

export const bundle = build
