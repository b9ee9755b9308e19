export type OciErrorCode =
  | 'bad-reference'
  | 'bad-digest'
  | 'bad-manifest'
  | 'bad-layout'
  | 'bad-config'
  | 'bad-answer'
  | 'digest-mismatch'
  | 'too-large'
  | 'full'
  | 'moved'
  | 'not-found'
  | 'unauthorized'
  | 'denied'
  | 'rate-limited'
  | 'refused'
  | 'server-error'
  | 'unreachable'
  | 'timed-out'
  | 'address-refused'
  | 'redirect-refused'
  | 'cannot-listen'

const transientCodes: ReadonlySet<OciErrorCode> = new Set<OciErrorCode>([
  'rate-limited',
  'server-error',
  'unreachable',
  'timed-out',
])

/** Something about a registry, a layout or an archive failed. Messages carry no credentials. */
export class OciError extends Error {
  override readonly name = 'OciError'
  readonly code: OciErrorCode

  constructor(code: OciErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** Whether the same thing may work a moment later. */
  get transient(): boolean {
    return transientCodes.has(this.code)
  }
}
