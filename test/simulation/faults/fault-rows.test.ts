import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultRows } from './fault-rows.ts'
import { faultyText } from './faulty-text.ts'

const source = join(import.meta.dirname, '..', '..', '..', 'src')

// The rows are changes of text: whoever rewrites a line that one of them names rewrites the row.
test.each(faultRows)('fault $name can be put back', async ({ changes }) => {
  for (const change of changes) {
    const text = await readFile(join(source, change.file), 'utf8')
    expect(faultyText(text, change)).not.toBe(text)
  }
})
