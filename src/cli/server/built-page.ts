import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder of the web page that was built with the program: beside it, or in `dist/` of its sources. */
export function builtPage(program: string): string | undefined {
  if (program === '') return undefined
  const here = dirname(realpathSync(program))
  const folders = [join(here, 'ui'), resolve(here, '../../dist/ui')]
  return folders.find((folder) => existsSync(join(folder, 'index.html')))
}
