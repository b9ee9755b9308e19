import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { libraryEntryPoints } from './entry-points.ts'
import { runCommand } from './run-command.ts'

const limitSeconds = 120

/** Builds the modules that others import into lib/ and types/ of a folder. Packages stay dependencies. */
export async function buildLibrary(root: string, outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { ...libraryEntryPoints },
    outdir: join(outdir, 'lib'),
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    packages: 'external',
    target: 'es2024',
    legalComments: 'inline',
    logLevel: 'warning',
  })
  await writeTypes(root, join(outdir, 'types'))
}

// The compiler writes a declaration for every file of the program; only those that an entry point reaches are shipped.
async function writeTypes(root: string, outdir: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-types-'))
  try {
    await declare(root, folder)
    const entries = Object.values(libraryEntryPoints).map((file) => declarationOf(root, file))
    for (const [path, text] of await reached(folder, entries)) {
      const target = join(outdir, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function declare(root: string, folder: string): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rewriteRelativeImportExtensions: true,
      outDir: folder,
      rootDir: join(root, 'src'),
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: Object.values(libraryEntryPoints).map((file) => join(root, file)),
  }
  const file = join(folder, 'tsconfig.json')
  await writeFile(file, JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { ok, output } = await runCommand(process.execPath, [compiler, '-p', file], {
    env: process.env,
    output: 'capture',
    limitSeconds,
  })
  if (!ok) throw new Error(`the compiler could not write declarations:\n${output}`)
}

function declarationOf(root: string, file: string): string {
  return relative(join(root, 'src'), resolve(root, file)).replace(/\.ts$/, '.d.ts')
}

const relativeImport = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g

async function reached(
  folder: string,
  entries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const text = await readFile(join(folder, path), 'utf8')
    for (const [, , other] of text.matchAll(relativeImport)) {
      open.push(`${join(dirname(path), other ?? '')}.d.ts`)
    }
    found.set(path, text.replaceAll(relativeImport, '$1$2.js$3'))
  }
  return found
}
