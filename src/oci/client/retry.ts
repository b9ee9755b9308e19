import { type BackoffPolicy, backoffDelay } from '../../std/backoff.ts'
import { sleep } from '../../std/sleep.ts'
import { OciError } from '../errors.ts'
import type { HttpRequest, HttpResponse, Send } from './http.ts'
import { printableUrl } from './redact.ts'

export interface RetryOptions {
  readonly attempts: number
  readonly backoff: BackoffPolicy
  /** A server that wants to be left alone longer than this is an error. */
  readonly mostPatience: number
}

const defaultRetries: RetryOptions = {
  attempts: 5,
  backoff: { first: 250, most: 10_000 },
  mostPatience: 60_000,
}

const busyStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504])

/**
 * Sends again what may be sent again: idempotent requests after a broken connection or a busy server,
 * every request after 429, which says that nothing was done.
 */
export function retryRequests(send: Send, options: RetryOptions = defaultRetries): Send {
  return async (request, signal) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await tryOnce(send, request, signal)
      const isLast = attempt + 1 >= options.attempts
      if (isLast || !mayRepeat(request, outcome)) return settle(outcome)
      const wait = waitFor(outcome, attempt, options, request)
      if ('response' in outcome) await outcome.response.discard()
      await sleep(wait, signal)
    }
  }
}

type Outcome = { readonly response: HttpResponse } | { readonly error: unknown }

async function tryOnce(send: Send, request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    return { response: await send(request, signal) }
  } catch (error) {
    return { error }
  }
}

function settle(outcome: Outcome): HttpResponse {
  if ('response' in outcome) return outcome.response
  throw outcome.error
}

function mayRepeat(request: HttpRequest, outcome: Outcome): boolean {
  const { method } = request
  const isIdempotent = method === 'GET' || method === 'HEAD' || request.idempotent === true
  if ('error' in outcome) {
    return isIdempotent && outcome.error instanceof OciError && outcome.error.transient
  }
  const { status } = outcome.response
  return status === 429 || (isIdempotent && busyStatuses.has(status))
}

function waitFor(
  outcome: Outcome,
  attempt: number,
  options: RetryOptions,
  request: HttpRequest,
): number {
  const header = 'response' in outcome ? outcome.response.header('retry-after') : undefined
  const asked = header === undefined ? undefined : readRetryAfter(header, Date.now())
  if (asked === undefined) return backoffDelay(attempt, options.backoff, Math.random())
  if (asked <= options.mostPatience) return asked
  const seconds = Math.ceil(asked / 1000)
  const message = `${printableUrl(request.url)} allows no more requests for ${seconds} seconds`
  throw new OciError('rate-limited', message)
}

/** Milliseconds that a Retry-After header asks for: it holds seconds or a date. */
export function readRetryAfter(header: string, now: number): number | undefined {
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
