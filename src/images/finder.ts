import type { FoundImage, ImagePath } from './found-image.ts'
import type { ImageTable } from './tables/image-table.ts'

/**
 * The table that every rule is handed, and the way to look into texts that hold structures of their
 * own.
 */
export interface Finder {
  readonly table: ImageTable
  /** The name of the text says what its structure holds where nothing in it does: a map of images. */
  readonly inText: (text: string, path: ImagePath, name: string) => readonly FoundImage[]
}
