export type JsonSchemaErrorCode =
  /** Not JSON. */
  | 'syntax'
  /** No schema by the rules of its draft. */
  | 'invalid'
  /** A reference or an identifier that leads nowhere, or to two places. */
  | 'reference'
  /** A reference to another document, which would have to be fetched. */
  | 'refused'
  /** The same, where somebody stands ready to fetch it: `url` says which. */
  | 'needed'
  /** Larger, deeper or costlier than we allow. */
  | 'limit'

/** A schema cannot be used, or a check cannot be finished. */
export class JsonSchemaError extends Error {
  readonly code: JsonSchemaErrorCode
  /** The document that is needed; empty for other codes. */
  readonly url: string

  constructor(
    code: JsonSchemaErrorCode,
    message: string,
    { url = '', ...options }: ErrorOptions & { readonly url?: string } = {},
  ) {
    super(message, options)
    this.code = code
    this.url = url
  }
}
