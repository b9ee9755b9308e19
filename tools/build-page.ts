import { createHash } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { noncePlaceholder } from '../src/server/page/page-files.ts'

/** The file in the built page that says which sources it was built from. */
const stampName = '.sources'

/**
 * Builds the page into a folder, and gives the files that it is made of, from the top of the sources. The content policy
 * of the server forbids inline scripts, so there are none.
 */
export async function buildPage(root: string, outDir: string): Promise<readonly string[]> {
  const stamp = await stampOf(root)
  // Loaded only here: a start that builds nothing does not wait for it.
  const { build } = await import('vite')
  const inputs = new Set<string>()
  const noteInputs = {
    name: 'note-inputs',
    moduleParsed: ({ id }: { readonly id: string }) => void inputs.add(sourceOf(id, root)),
  }
  await build({
    root: join(root, 'ui'),
    configFile: false,
    html: { cspNonce: noncePlaceholder },
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      reportCompressedSize: false,
    },
    plugins: [noteInputs],
    worker: { format: 'es', plugins: () => [noteInputs] },
  })
  await compressFiles(outDir)
  await writeFile(join(outDir, stampName), stamp)
  return [...inputs].toSorted()
}

/** The path of a module from the top of the sources; Vite puts marks before and queries after it. */
function sourceOf(id: string, root: string): string {
  const [path = ''] = id.replace(/^\0/, '').split('?')
  return relative(root, path)
}

/** Writes the encodings that the server hands out beside each file. */
async function compressFiles(outDir: string): Promise<void> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg)$/.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes))
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
    }),
  )
}

/** Whether the built page is there and was built from the sources as they are. */
export async function isPageFresh(root: string, outDir: string): Promise<boolean> {
  const built = await readFile(join(outDir, stampName), 'utf8').catch(() => '')
  return built !== '' && built === (await stampOf(root))
}

/** A digest of the names, sizes and times of everything that the page is built from. */
async function stampOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [...(await filesOf(root)), join(root, 'package-lock.json')]) {
    const { size, mtimeMs } = await stat(path)
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

async function filesOf(root: string): Promise<readonly string[]> {
  // The page reaches these folders of src/, with whatever of them works in a browser.
  const used = ['std', 'formats', 'kinds', 'objects', 'template', 'chart', 'images', 'operator']
  const folders = ['ui', ...used.map((folder) => `src/${folder}`)]
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    }),
  )
  return found.flat().toSorted()
}
