// npm start: builds the page if its sources changed, then starts the platform of this clone.
import { resolve } from 'node:path'
import { buildPage, isPageFresh } from './build-page.ts'

const root = resolve(import.meta.dirname, '..')
const page = resolve(root, 'dist/ui')

if (!(await isPageFresh(root, page))) {
  console.error('building the page…')
  await buildPage(root, page)
}
process.argv.splice(1, 1, resolve(root, 'src/cli/main.ts'), 'start')
await import('../src/cli/main.ts')
