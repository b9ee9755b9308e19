// npm run build: what we release, in dist/. One file per entry point and one per lazily imported
// verb, so that a command loads only itself.
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Metafile } from 'esbuild'
import { collectLicences } from './collect-licences.ts'
import { entryPoints } from './entry-points.ts'

const root = resolve(import.meta.dirname, '..')
const outdir = join(root, 'dist')

await rm(outdir, { recursive: true, force: true })
const { metafile } = await bundle()
await writeFile(
  join(outdir, 'LICENSES.txt'),
  await collectLicences(Object.keys(metafile.inputs), root),
)
await chmod(join(outdir, 'outrigger.js'), 0o755)
printSizes(metafile)

async function bundle(): Promise<{ readonly metafile: Metafile }> {
  return build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names stay as they are, so that the stack of --debug can be read without source maps.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'inline',
    define: { OUTRIGGER_VERSION: JSON.stringify(await readVersion()) },
    metafile: true,
    logLevel: 'warning',
  })
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

function printSizes(metafile: Metafile): void {
  const sizes = Object.entries(metafile.outputs).map(([file, { bytes }]) => ({ file, bytes }))
  sizes.sort((a, b) => b.bytes - a.bytes)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of [...sizes, { file: 'together', bytes: total }]) {
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`)
  }
}
