import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from './generators.ts'

const source = 'src/images/tables/known-images.txt'

/** The table of images as a module, so that the browser has it too. */
export const knownImagesModule: GeneratedFile = {
  path: 'src/images/tables/known-images.generated.ts',
  content: () => {
    const text = readFileSync(join(import.meta.dirname, '..', source), 'utf8')
    const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const lines = rows.map((row) => `${row}\n`).join('')
    const remark = `// Generated from ${source} by \`npm run generate\`; edit that file.`
    return `${remark}\nexport const generatedRows = \`${lines}\`\n`
  },
}
