import type { Json } from '../objects/json.ts'
import { writeJson } from './json.ts'
import type { PrioritySource } from './priority.ts'
import type { Method, TransportRequest } from './transport.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** A request to the server, before credentials, limits and retries. */
export interface KubeRequest {
  readonly method: Method
  /** From the root of the server, without a query. */
  readonly path: string
  /** Fields that are undefined or empty are left out. */
  readonly query?: Query
  readonly accept?: string
  readonly body?: Json
  /** Of the body; `application/json` by default. */
  readonly contentType?: string
  /** For each attempt, in milliseconds; for a stream, until its head. */
  readonly timeout?: number
  readonly priority?: PrioritySource
  /**
   * When a request may be sent again: `always` after anything transient (the default of GET),
   * `unheard` only when the server has not carried it out (the default of the rest), `never` when
   * even 429 is an answer.
   */
  readonly repeat?: 'always' | 'unheard' | 'never'
}

/** On whose behalf requests are made. */
export interface Impersonation {
  readonly user: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The settings that all requests of a client share. */
export interface RequestDefaults {
  readonly userAgent: string
  readonly gzip: boolean
  readonly impersonation: Impersonation | undefined
}

/** The request as it goes to the transport. */
export function transportRequest(
  request: KubeRequest,
  defaults: RequestDefaults,
  stream: boolean,
): TransportRequest {
  const { method, body } = request
  const hasBody = body !== undefined
  return {
    method,
    path: pathWithQuery(request.path, request.query ?? {}),
    headers: {
      accept: request.accept ?? 'application/json',
      'user-agent': defaults.userAgent,
      ...(defaults.gzip && !stream ? { 'accept-encoding': 'gzip' } : {}),
      ...(hasBody ? { 'content-type': request.contentType ?? 'application/json' } : {}),
      ...impersonationHeaders(defaults.impersonation),
    },
    ...(hasBody ? { body: bodyText(body, request.contentType) } : {}),
    stream,
  }
}

// JSON may hold them as they are; YAML refuses some and folds others, which are line breaks to it, into spaces. Both escape them alike.
// oxlint-disable-next-line no-control-regex -- it is about them
const otherInYaml = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

function bodyText(body: Json, contentType = ''): string {
  const text = writeJson(body)
  if (!contentType.endsWith('yaml')) return text
  return text.replace(
    otherInYaml,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function pathWithQuery(path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' || value === false
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

function impersonationHeaders(
  who: Impersonation | undefined,
): Readonly<Record<string, string | readonly string[]>> {
  if (who === undefined) return {}
  const extra = Object.entries(who.extra ?? {}).map(
    ([name, values]) => [`impersonate-extra-${encodeExtra(name)}`, values] as const,
  )
  return {
    'impersonate-user': who.user,
    ...(who.uid === undefined ? {} : { 'impersonate-uid': who.uid }),
    ...(who.groups === undefined || who.groups.length === 0
      ? {}
      : { 'impersonate-group': who.groups }),
    ...Object.fromEntries(extra),
  }
}

// Header names have few characters; the server undoes the percent signs and takes lower case.
function encodeExtra(name: string): string {
  return encodeURIComponent(name.toLowerCase()).replace(
    /[()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
}
