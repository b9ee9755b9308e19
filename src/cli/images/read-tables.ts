import { existsSync, readFileSync } from 'node:fs'
import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import { PlainError } from '../errors.ts'

/** The table that is built in, with the rows of the site's own files. */
export function readTables(files: readonly string[]): ImageTable {
  return files.reduce((table, file) => {
    if (!existsSync(file)) throw new PlainError(`--table: there is no file ${file}`)
    try {
      return readImageTable(readFileSync(file, 'utf8'), table)
    } catch (error) {
      throw new PlainError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }, knownImages())
}
