export type MirrorErrorCode = 'bad-file' | 'bad-lock' | 'not-found' | 'no-place' | 'incomplete'

/** Something about a mirror file or its lock is wrong. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError'
  readonly code: MirrorErrorCode

  constructor(code: MirrorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
