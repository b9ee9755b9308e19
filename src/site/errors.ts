export type SiteErrorCode =
  /** A folder or artifact that is no provider, or a wrong one; the message has all of its problems. */
  | 'bad-provider'
  | 'bad-site'
  /** A login, a key or a password is missing or cannot be read. */
  | 'credentials'
  /** Somebody else is at work on the same site. */
  | 'busy'
  /** A machine that does not answer. */
  | 'unreachable'
  /** A machine with another key than before. */
  | 'host-key'
  /** A machine that refuses the login. */
  | 'login-refused'
  /** A program that has to be here is not. */
  | 'missing-program'
  /** Something on a machine could not be done. */
  | 'machine'
  /** The conditions of a cluster were given up; a person has to change something. */
  | 'given-up'
  /** A hook ended with another code than zero. */
  | 'hook'
  /** The cluster does not answer as it should yet. */
  | 'not-ready'

const transient: ReadonlySet<SiteErrorCode> = new Set([
  'unreachable',
  'machine',
  'hook',
  'not-ready',
])

/** Something about a site is wrong. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly code: SiteErrorCode

  constructor(code: SiteErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** Whether another attempt may end otherwise without anybody changing anything. */
  get isTransient(): boolean {
    return transient.has(this.code)
  }
}
