import type { JsonObject } from '../objects/json.ts'

export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'Invalid'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'Timeout'

export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** The details of an answer, and what goes into the metadata of a Status where there is something. */
export interface StatusExtras {
  readonly details?: StatusDetails
  readonly metadata?: JsonObject
}

/** A request that is answered with a Status of failure; the text is what the client reads. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly code: number
  readonly reason: StatusReason | ''
  readonly extras: StatusExtras

  constructor(
    code: number,
    reason: StatusReason | '',
    message: string,
    extras: StatusExtras & ErrorOptions = {},
  ) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.reason = reason
    this.extras = extras
  }
}

/** The Status object that tells of a failure. */
export function statusOf(error: StatusError): JsonObject {
  const { details, metadata } = error.extras
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: metadata ?? {},
    status: 'Failure',
    message: error.message,
    ...(error.reason === '' ? {} : { reason: error.reason }),
    ...(details === undefined ? {} : { details: plain(details) }),
    code: error.code,
  }
}

function plain(details: StatusDetails): JsonObject {
  const { causes, ...rest } = details
  if (causes === undefined || causes.length === 0) return rest
  return { ...rest, causes: causes.map((cause) => ({ ...cause })) }
}
