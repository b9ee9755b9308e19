import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { noChildProcesses } from '../tools/no-child-processes.ts'
import { undiciParts } from '../tools/undici-parts.ts'

/**
 * Writes the program as one CommonJS file by esbuild alone, behind a starter that switches on Node's
 * compile cache. It has the two settings of our loader that need no tools/pack: a young generation
 * that grows fast, and an end without taking the heap apart. Gives the path of the starter.
 */
export async function plainBundle(
  root: string,
  folder: string,
  undici: 'whole' | 'parts',
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: { program: 'src/cli/main.ts' },
    outdir: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    alias: { crypto: './tools/no-crypto.json' },
    plugins: [startsAtOnce, noChildProcesses, ...(undici === 'parts' ? [undiciParts] : [])],
    external: ['openpgp'],
    define: { OUTRIGGER_VERSION: '"0.1.0"', 'import.meta.url': '"file:///"' },
    logLevel: 'error',
  })
  const starter = join(folder, 'outrigger.cjs')
  await writeFile(starter, starterText)
  return starter
}

const starterText = `'use strict'
require('node:v8').setFlagsFromString('--semi-space-growth-factor=16')
require('node:module').enableCompileCache(__dirname + '/compiled')
process.once('beforeExit', () => process.exit())
require('./program.js')
`

/** CommonJS cannot wait at its top level. */
const startsAtOnce: Plugin = {
  name: 'starts-at-once',
  setup: (bundling) => {
    bundling.onLoad({ filter: /[\\/]src[\\/]cli[\\/]main\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replace('await main()', 'void main()'), loader: 'ts' }
    })
  },
}
