import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Metafile, type OutputFile } from 'esbuild'
import { collectLicences } from './collect-licences.ts'
import { entryPoints } from './entry-points.ts'
import { isLateModule, lateModules } from './late-modules.ts'
import { noChildProcesses } from './no-child-processes.ts'
import { type Parts, partName } from './pack/part.ts'
import { writeProgram } from './pack/write-program.ts'
import { requireBuiltIn } from './require-built-in.ts'
import { undiciParts } from './undici-parts.ts'

export interface BundledFile {
  /** From the folder of the bundle. */
  readonly path: string
  readonly bytes: number
}

export interface Bundle {
  readonly files: readonly BundledFile[]
  /** The files that it was made of, from the top of the sources. */
  readonly inputs: readonly string[]
}

/** Bundles the program into a folder that it empties first; what few commands need stays apart. */
export async function bundle(root: string, outdir: string): Promise<Bundle> {
  await rm(outdir, { recursive: true, force: true })
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints, ...lateModules },
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
    plugins: [undiciParts, requireBuiltIn, noChildProcesses],
    // Under the LGPL: whoever has the program may put another version in its place.
    external: ['openpgp'],
    define: { OUTRIGGER_VERSION: JSON.stringify(await readVersion(root)) },
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const program = await writeProgram(readParts(outputFiles, metafile), 'outrigger')
  await mkdir(join(outdir, 'parts'), { recursive: true })
  for (const [path, text] of program) await writeFile(join(outdir, path), text)
  const inputs = Object.keys(metafile.inputs)
  const licences = await collectLicences(inputs, root)
  await writeFile(join(outdir, 'LICENSES.txt'), licences)
  await chmod(join(outdir, 'outrigger.js'), 0o755)
  const files = Array.from(program, ([path, text]) => ({ path, bytes: Buffer.byteLength(text) }))
  return { files, inputs }
}

function readParts(files: readonly OutputFile[], { outputs }: Metafile): Parts {
  const texts = new Map(files.map(({ path, text }) => [partName(path), text]))
  return new Map(
    Object.entries(outputs).map(([path, { imports, inputs }]) => {
      const name = partName(path)
      const named = (wanted: string) =>
        imports.flatMap(({ kind, external, path: other }) =>
          kind === wanted && external !== true ? [partName(other)] : [],
        )
      const code = texts.get(name) ?? ''
      const modules = Object.keys(inputs)
      const isLate = modules.length > 0 && modules.every(isLateModule)
      const [statics, dynamics] = [named('import-statement'), named('dynamic-import')]
      return [name, { name, code, statics, dynamics, isLate }]
    }),
  )
}

async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
