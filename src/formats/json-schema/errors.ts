export type JsonSchemaErrorCode =
  /** Not JSON. */
  | 'syntax'
  /** No schema by the rules of its draft. */
  | 'invalid'
  /** A reference or an identifier that leads nowhere, or to two places. */
  | 'reference'
  /** A reference to another document, which would have to be fetched. */
  | 'refused'
  /** Larger, deeper or costlier than we allow. */
  | 'limit'

/** A schema cannot be used, or a check cannot be finished. */
export class JsonSchemaError extends Error {
  readonly code: JsonSchemaErrorCode

  constructor(code: JsonSchemaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
