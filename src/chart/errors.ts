export type ChartErrorCode =
  | 'metadata'
  | 'load'
  | 'limit'
  | 'values'
  | 'schema'
  | 'dependency'
  | 'render'
  | 'not-found'

/** A chart could not be loaded, completed or rendered. Where Helm has a text for it, that is the message. */
export class ChartError extends Error {
  readonly code: ChartErrorCode

  constructor(code: ChartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
