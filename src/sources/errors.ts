export type SourceErrorCode =
  // Not allowed.
  | 'address-refused'
  | 'redirect-refused'
  | 'not-trusted'
  | 'not-verified'
  | 'unauthorized'
  | 'denied'
  // Not there, or not now.
  | 'not-found'
  | 'unreachable'
  | 'timed-out'
  | 'rate-limited'
  | 'server-error'
  | 'locked'
  | 'missing-tool'
  // There, but not what it should be.
  | 'bad-address'
  | 'bad-answer'
  | 'bad-config'
  | 'bad-index'
  | 'bad-version'
  | 'bad-archive'
  | 'bad-git'
  | 'unsafe-path'
  | 'unsafe-cache'
  | 'too-large'
  | 'digest-mismatch'
  | 'conflict'

const transientCodes: ReadonlySet<SourceErrorCode> = new Set<SourceErrorCode>([
  'unreachable',
  'timed-out',
  'rate-limited',
  'server-error',
  'locked',
])

/** The bytes of a chart, or what leads to them, could not be had. Messages carry no credentials. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly code: SourceErrorCode

  constructor(code: SourceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** Whether the same thing may work a moment later. */
  get transient(): boolean {
    return transientCodes.has(this.code)
  }
}
