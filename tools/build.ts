// npm run build: what we release, in dist/, and how big each file of it is.
import { resolve } from 'node:path'
import { buildRelease } from './build-release.ts'

const root = resolve(import.meta.dirname, '..')
const files = await buildRelease(root, resolve(root, 'dist'))
const together = files.reduce((sum, { bytes }) => sum + bytes, 0)
for (const { path, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) printSize(path, bytes)
printSize('together', together)

function printSize(what: string, bytes: number): void {
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${what}`)
}
