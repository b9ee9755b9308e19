export type OracleErrorCode =
  | 'corrupt-archive'
  | 'missing-entry'
  | 'wrong-checksum'
  | 'wrong-version'
  | 'not-found'
  | 'not-fetched'

/** Why an oracle could not be had. */
export class OracleError extends Error {
  override readonly name = 'OracleError'
  readonly code: OracleErrorCode

  constructor(code: OracleErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
