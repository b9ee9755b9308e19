import { basicHeader } from '../../oci/auth/credentials.ts'
import type { Lookup, TlsOptions } from '../../oci/client/connect.ts'
import type { HttpRequest, HttpResponse, Send } from '../../oci/client/http.ts'
import { printableUrl } from '../../oci/client/redact.ts'
import { followRedirects } from '../../oci/client/redirects.ts'
import { type RetryOptions, retryRequests } from '../../oci/client/retry.ts'
import type { Timeouts } from '../../oci/client/exchange.ts'
import { accessName } from '../access.ts'
import { SourceError } from '../errors.ts'
import type { AddressPolicy, Trust } from '../policy/judge.ts'
import { describeFailure, fetchFailure } from './failure.ts'
import { createGuardedTransport } from './guarded-transport.ts'
import { defaultTotalTime } from './limits.ts'
import { translateError } from './translate-error.ts'

/** Our credentials for one source. They are sent to its scheme, host and port only. */
export type HttpCredentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }

/** One server with what belongs to it. */
export interface HttpSource {
  readonly url: URL
  readonly trust: Trust
  readonly credentials?: HttpCredentials
  readonly tls?: TlsOptions
  /** Helm's pass_credentials_all: credentials and TLS options go wherever the source sends us. */
  readonly passCredentialsAll?: boolean
}

export interface HttpFetcherOptions {
  readonly policy: AddressPolicy
  readonly retries?: RetryOptions
  readonly timeouts?: Partial<Timeouts>
  readonly lookup?: Lookup
}

export interface HttpGet {
  readonly url: URL
  readonly accept?: string
  /** The body fails at the first byte beyond. */
  readonly maxBytes: number
  /** For everything, to the last byte of the body, in milliseconds. */
  readonly totalTime?: number
  /** The state that is already there: the server may answer that it is still the same. */
  readonly known?: Validators
}

/** The marks by which a server names a state of a file. */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

export type HttpAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'fetched'
      /** Where it came from in the end. */
      readonly url: URL
      readonly validators: Validators
      /** As announced, for a progress bar; the server may lie. */
      readonly size: number | undefined
      /** Must be read to its end, or left by return or throw. Fails at the limits. */
      readonly body: AsyncIterable<Uint8Array>
    }

/** Fetches from one source and from where that leads, within the policy. */
export interface HttpFetcher {
  /** The access by which it fetches, as a name that may be written down. */
  readonly access: string
  readonly get: (request: HttpGet, signal: AbortSignal) => Promise<HttpAnswer>
  /** Any request, with credentials, redirects and policy; errors are SourceErrors, statuses are not. */
  readonly send: Send
  /** The error for an answer that is none of the expected; reads its body, shows no secret. */
  readonly failure: (response: HttpResponse, wanted: string) => Promise<SourceError>
  readonly close: () => Promise<void>
}

const fewRetries: RetryOptions = {
  attempts: 3,
  backoff: { first: 200, most: 2000 },
  mostPatience: 30_000,
}

/** Prepares to fetch; nothing is loaded or sent yet. */
export function createHttpFetcher(source: HttpSource, options: HttpFetcherOptions): HttpFetcher {
  const { policy, timeouts, lookup } = options
  const transport = createGuardedTransport({
    policy,
    source: source.url,
    trust: source.trust,
    tls: source.tls ?? {},
    tlsEverywhere: source.passCredentialsAll === true,
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(lookup === undefined ? {} : { lookup }),
  })
  const hop = authorized(transport.send, source)
  const follow = retryRequests(followRedirects(hop), options.retries ?? fewRetries)
  const send: Send = async (request, signal) => {
    try {
      return await follow(request, signal)
    } catch (error) {
      throw translateError(error, signal)
    }
  }
  return {
    access: accessName(source),
    get: (request, signal) => fetchOne(send, request, signal),
    send,
    failure: (response, wanted) => describeFailure(response, wanted, secretsOf(source)),
    close: transport.close,
  }
}

// Inside the redirects: every hop is looked at anew.
function authorized(send: Send, source: HttpSource): Send {
  const header = headerOf(source.credentials)
  if (header === undefined) return send
  return (request, signal) => {
    const isMeant = source.passCredentialsAll === true || request.url.origin === source.url.origin
    const { authorization: _, ...others } = request.headers ?? {}
    const headers = isMeant ? { ...others, authorization: header } : others
    return send({ ...request, headers }, signal)
  }
}

// As Helm: a user without a password is nobody.
function headerOf(credentials: HttpCredentials | undefined): string | undefined {
  if (credentials === undefined) return undefined
  if (credentials.kind === 'bearer') return `Bearer ${credentials.token}`
  const { username, password } = credentials
  return username === '' || password === '' ? undefined : basicHeader(username, password)
}

function secretsOf({ credentials }: HttpSource): readonly string[] {
  if (credentials === undefined) return []
  if (credentials.kind === 'bearer') return [credentials.token]
  const { username, password } = credentials
  return [password, basicHeader(username, password).slice('Basic '.length)]
}

async function fetchOne(send: Send, get: HttpGet, signal: AbortSignal): Promise<HttpAnswer> {
  const { url, accept, known = {}, totalTime = defaultTotalTime } = get
  const headers = {
    ...(accept === undefined ? {} : { accept }),
    ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  }
  const deadline = AbortSignal.timeout(totalTime)
  const request: HttpRequest = { method: 'GET', url: withoutUser(url), headers }
  const late = (error: unknown) => tooLate(error, { url, totalTime, deadline, signal })
  try {
    const response = await send(request, AbortSignal.any([signal, deadline]))
    if (response.status === 304 && Object.keys(known).length > 0) {
      await response.discard()
      return { kind: 'unchanged' }
    }
    if (response.status !== 200) throw await fetchFailure(response, url)
    if ((sizeOf(response) ?? 0) > get.maxBytes) {
      await response.discard()
      throw tooLarge(response.url, get.maxBytes)
    }
    return answerOf(response, get, late)
  } catch (error) {
    throw late(error)
  }
}

// The client would send them as they stand there, to wherever.
function withoutUser(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

function answerOf(
  response: HttpResponse,
  { maxBytes }: HttpGet,
  late: (error: unknown) => unknown,
): HttpAnswer {
  const etag = response.header('etag')
  const lastModified = response.header('last-modified')
  return {
    kind: 'fetched',
    url: response.url,
    validators: {
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    },
    size: sizeOf(response),
    body: boundedBody(response, maxBytes, late),
  }
}

function sizeOf(response: HttpResponse): number | undefined {
  const announced = response.header('content-length')
  return announced !== undefined && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined
}

function tooLarge(url: URL, limit: number): SourceError {
  const message = `${printableUrl(url)} is larger than the limit of ${limit} bytes`
  return new SourceError('too-large', message)
}

async function* boundedBody(
  response: HttpResponse,
  limit: number,
  late: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  let read = 0
  try {
    for await (const chunk of response.body) {
      read += chunk.length
      if (read > limit) throw tooLarge(response.url, limit)
      yield chunk
    }
  } catch (error) {
    throw late(error)
  }
}

interface Deadline {
  readonly url: URL
  readonly totalTime: number
  readonly deadline: AbortSignal
  readonly signal: AbortSignal
}

function tooLate(error: unknown, { url, totalTime, deadline, signal }: Deadline): unknown {
  if (deadline.aborted && !signal.aborted && !(error instanceof SourceError)) {
    const message = `${printableUrl(url)} did not answer within ${totalTime / 1000} seconds`
    return new SourceError('timed-out', message, { cause: error })
  }
  return translateError(error, signal)
}
