import { type Json, fieldOf, isJsonObject } from '../objects/json.ts'
import { listAt, numberAt, textAt } from '../objects/kube-object.ts'
import { KubeError, type KubeErrorCode } from './errors.ts'
import { readJson } from './json.ts'
import type { TransportResponse } from './transport.ts'

const codesByReason: Readonly<Record<string, KubeErrorCode>> = {
  Unauthorized: 'unauthorized',
  Forbidden: 'forbidden',
  NotFound: 'not-found',
  AlreadyExists: 'already-exists',
  Conflict: 'conflict',
  Gone: 'gone',
  Expired: 'gone',
  Invalid: 'invalid',
  ServerTimeout: 'timed-out',
  Timeout: 'timed-out',
  StoreReadError: 'server-error',
  TooManyRequests: 'too-many-requests',
  BadRequest: 'bad-request',
  MethodNotAllowed: 'bad-request',
  NotAcceptable: 'bad-request',
  UnsupportedMediaType: 'bad-request',
  RequestEntityTooLarge: 'too-large',
  InternalError: 'server-error',
  ServiceUnavailable: 'unavailable',
}

const codesByStatus: Readonly<Record<number, KubeErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timed-out',
  409: 'conflict',
  410: 'gone',
  413: 'too-large',
  422: 'invalid',
  429: 'too-many-requests',
  503: 'unavailable',
  504: 'timed-out',
}

const shownOfBody = 200

/**
 * The error that an answer of 400 or above stands for. It names the request where the server names
 * nothing.
 */
export function errorOfResponse(
  response: TransportResponse,
  bytes: Uint8Array,
  asked: string,
): KubeError {
  const { status } = response
  const retryAfter = readRetryAfter(response.header('retry-after')[0])
  const body = parseStatus(bytes)
  if (body !== undefined) return errorOfStatus(body, status, retryAfter)
  const text = Buffer.from(bytes.subarray(0, shownOfBody)).toString('utf8').trim()
  const message = `${asked} was answered with ${status}${text === '' ? '' : `: ${text}`}`
  const facts = { status, ...(retryAfter === undefined ? {} : { retryAfter }) }
  return new KubeError(codeOf('', status), message, facts)
}

/** The error that a Status object stands for: the body of an answer, or an event of a watch. */
export function errorOfStatus(body: Json, status?: number, retryAfter?: number): KubeError {
  const code = status ?? numberAt(body, ['code']) ?? 500
  const reason = textAt(body, ['reason'])
  const message = textAt(body, ['message'])
  const seconds = numberAt(body, ['details', 'retryAfterSeconds']) ?? 0
  const wait = retryAfter ?? (seconds > 0 ? seconds * 1000 : undefined)
  return new KubeError(codeOf(reason, code), message === '' ? `${reason} (${code})` : message, {
    status: code,
    reason,
    causes: listAt(body, ['details', 'causes']).map((cause) => ({
      reason: textAt(cause, ['reason']),
      message: textAt(cause, ['message']),
      field: textAt(cause, ['field']),
    })),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  })
}

function codeOf(reason: string, status: number): KubeErrorCode {
  const byReason = Object.hasOwn(codesByReason, reason) ? codesByReason[reason] : undefined
  if (byReason !== undefined) return byReason
  return codesByStatus[status] ?? (status >= 500 ? 'server-error' : 'bad-request')
}

function parseStatus(bytes: Uint8Array): Json | undefined {
  try {
    const body = readJson(bytes)
    return isJsonObject(body) && fieldOf(body, 'kind') === 'Status' ? body : undefined
  } catch {
    // A proxy's page: the caller shows the beginning of it.
    return undefined
  }
}

// The API server sends seconds, never a date.
function readRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : undefined
}
