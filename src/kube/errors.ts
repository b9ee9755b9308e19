export type KubeErrorCode =
  | 'bad-config'
  | 'refused'
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'already-exists'
  | 'conflict'
  | 'gone'
  | 'invalid'
  | 'too-many-requests'
  | 'timed-out'
  | 'unavailable'
  | 'server-error'
  | 'unreachable'
  | 'too-large'
  | 'bad-answer'
  /** The caller may not write any more; nothing was sent. */
  | 'fenced'

/** One field's or one rule's part in an error, as the server says it. */
export interface ErrorCause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

export interface KubeErrorFacts extends ErrorOptions {
  /** The HTTP status of the answer, or the code inside a watch's error. */
  readonly status?: number
  /** The `reason` of the server's Status, such as `AlreadyExists`. */
  readonly reason?: string
  readonly causes?: readonly ErrorCause[]
  /** Milliseconds that the server asks to be left alone. */
  readonly retryAfter?: number
}

const transientCodes: ReadonlySet<KubeErrorCode> = new Set<KubeErrorCode>([
  'too-many-requests',
  'timed-out',
  'unavailable',
  'server-error',
  'unreachable',
])

/** Something about a cluster, its kubeconfig or its answer failed. Messages carry no credentials. */
export class KubeError extends Error {
  override readonly name = 'KubeError'
  readonly code: KubeErrorCode
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  readonly reason: string | undefined
  readonly causes: readonly ErrorCause[]
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined

  constructor(code: KubeErrorCode, message: string, facts: KubeErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.reason = facts.reason
    this.causes = facts.causes ?? []
    this.retryAfter = facts.retryAfter
  }

  /** Whether the same thing may work a moment later. */
  get transient(): boolean {
    return transientCodes.has(this.code)
  }
}

/** Whether something thrown is one of ours with one of these codes. */
export function isKubeError(
  error: unknown,
  ...codes: readonly KubeErrorCode[]
): error is KubeError {
  return error instanceof KubeError && (codes.length === 0 || codes.includes(error.code))
}
