import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { collectLicences } from './collect-licences.ts'
import { entryPoints } from './entry-points.ts'
import { requireBuiltIn } from './require-built-in.ts'

export interface BundledFile {
  /** From the root of the repository. */
  readonly path: string
  readonly bytes: number
}

/** Bundles every entry point into a folder that it empties first; lazily imported files stay apart. */
export async function bundle(root: string, outdir: string): Promise<readonly BundledFile[]> {
  await rm(outdir, { recursive: true, force: true })
  const { metafile } = await build({
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
    // bcryptjs wants it for salts of its own making; ours are drawn, and loading it costs every start.
    alias: { crypto: './tools/no-crypto.json' },
    plugins: [requireBuiltIn],
    // Under the LGPL: whoever has the program may put another version in its place.
    external: ['openpgp'],
    define: { OUTRIGGER_VERSION: JSON.stringify(await readVersion(root)) },
    metafile: true,
    logLevel: 'warning',
  })
  const licences = await collectLicences(Object.keys(metafile.inputs), root)
  await writeFile(join(outdir, 'LICENSES.txt'), licences)
  await chmod(join(outdir, 'outrigger.js'), 0o755)
  return Object.entries(metafile.outputs).map(([path, { bytes }]) => ({ path, bytes }))
}

async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
