export type ChartErrorCode =
  | 'metadata'
  | 'load'
  | 'limit'
  | 'values'
  | 'schema'
  | 'dependency'
  | 'render'
  | 'not-found'

/** A schema refers to a document that somebody has to fetch first. */
export class SchemaDocumentNeeded extends Error {
  /** Its address, without a fragment. */
  readonly url: string

  constructor(url: string) {
    super(`values.schema.json refers to ${url}, which is not here`)
    this.url = url
  }
}

/** A chart could not be loaded, completed or rendered. Where Helm has a text for it, that is the message. */
export class ChartError extends Error {
  readonly code: ChartErrorCode

  constructor(code: ChartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
