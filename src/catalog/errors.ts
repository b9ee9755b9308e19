export type CatalogErrorCode =
  /** The query makes no sense. */
  'bad-query'

/** The catalogue could not be asked. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly code: CatalogErrorCode

  constructor(code: CatalogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
