// npm run build: what we release, in dist/, and how big each file of it is.
import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildLibrary } from './build-library.ts'
import { buildPage } from './build-page.ts'
import { bundle } from './bundle.ts'

const root = resolve(import.meta.dirname, '..')
const files = await bundle(root, resolve(root, 'dist'))
await buildLibrary(root, resolve(root, 'dist'))
await buildPage(root, resolve(root, 'dist/ui'))
// What `outrigger start` offers; the program looks for it beside itself.
await cp(resolve(root, 'charts'), resolve(root, 'dist/charts'), { recursive: true })
const together = files.reduce((sum, { bytes }) => sum + bytes, 0)
for (const { path, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) printSize(path, bytes)
printSize('together', together)

function printSize(what: string, bytes: number): void {
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${what}`)
}
