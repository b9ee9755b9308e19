// npm run build: what we release, in dist/, and how big each file of it is.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildLibrary } from './build-library.ts'
import { buildPage } from './build-page.ts'
import { bundle } from './bundle.ts'
import { collectLicences, collectPackages } from './collect-licences.ts'
import { spdxText } from './image/spdx.ts'

const root = resolve(import.meta.dirname, '..')
const { files, inputs } = await bundle(root, resolve(root, 'dist'))
await buildLibrary(root, resolve(root, 'dist'))
const all = [...inputs, ...(await buildPage(root, resolve(root, 'dist/ui')))]
await writeFile(resolve(root, 'dist/LICENSES.txt'), await collectLicences(all, root))
await writeFile(resolve(root, 'dist/sbom.spdx.json'), await billOfMaterials())
// What `outrigger start` offers; the program looks for it beside itself.
await cp(resolve(root, 'charts'), resolve(root, 'dist/charts'), { recursive: true })
const together = files.reduce((sum, { bytes }) => sum + bytes, 0)
for (const { path, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) printSize(path, bytes)
printSize('together', together)

/** Every npm package whose code is in dist/. */
async function billOfMaterials(): Promise<string> {
  const { version } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  // The bundle leaves it where it is, so that it can be replaced.
  const packages = await collectPackages([...all, 'node_modules/openpgp/package.json'], root)
  const parts = packages.map((one) => ({ ...one, type: 'npm' as const }))
  return spdxText({ name: 'outrigger', version, parts })
}

function printSize(what: string, bytes: number): void {
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${what}`)
}
