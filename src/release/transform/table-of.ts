import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import { ReleaseError } from '../errors.ts'

/** The table of images with the rows of a release. */
export function tableOf({ table = '' }: { readonly table?: string }): ImageTable {
  if (table === '') return knownImages()
  try {
    return readImageTable(table, knownImages())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ReleaseError('bad-table', message, { cause: error })
  }
}
