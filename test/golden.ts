import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The text of a golden file, to compare with: `expect(text).toBe(golden(file, text))`.
 * UPDATE_GOLDEN=1 writes the actual text there first.
 */
export function golden(file: string, actual: string): string {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, actual)
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`cannot read ${file}; UPDATE_GOLDEN=1 writes it`, { cause })
  }
}
