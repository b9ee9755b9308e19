export type ReleaseErrorCode =
  | 'bad-record'
  | 'bad-driver'
  | 'not-found'
  /** A revision that was there a moment ago. */
  | 'gone'
  | 'exists'
  | 'too-large'
  | 'incomplete'
  | 'busy'
  | 'lost'
  | 'bad-manifest'
  | 'bad-patch'
  | 'bad-table'
  | 'foreign-image'
  | 'image-missing'
  | 'not-served'
  | 'foreign'
  | 'owned'
  | 'conflict'
  | 'immutable'
  | 'refused'
  | 'not-ready'
  | 'hook-failed'
  | 'failed'

/** Something about a release failed. Messages carry no values of Secrets. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
  readonly code: ReleaseErrorCode

  constructor(code: ReleaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
