import { readBounded } from '../../oci/bytes.ts'
import type { HttpResponse } from '../../oci/client/http.ts'
import { printableText, printableUrl } from '../../oci/client/redact.ts'
import { OciError } from '../../oci/errors.ts'
import { SourceError, type SourceErrorCode } from '../errors.ts'
import { maxErrorBytes } from './limits.ts'

const codes: Readonly<Record<number, SourceErrorCode>> = {
  401: 'unauthorized',
  403: 'denied',
  404: 'not-found',
  409: 'conflict',
  410: 'not-found',
  413: 'too-large',
  429: 'rate-limited',
}

/** The error for a file that cannot be had, in Helm's words; the body is let go of. */
export async function fetchFailure(response: HttpResponse, url: URL): Promise<SourceError> {
  await response.discard()
  const { status } = response
  const message = `failed to fetch ${printableUrl(url)} : ${statusText(status)}`
  return new SourceError(codeOf(status), message)
}

/** The error for a request that was not granted, with what the server says of it. */
export async function describeFailure(
  response: HttpResponse,
  wanted: string,
  secrets: readonly string[],
): Promise<SourceError> {
  const told = printableText(reasonIn(await readText(response)), secrets)
  const answered = `${printableUrl(response.url)} answered ${statusText(response.status)}`
  const message = `${wanted}: ${answered}${told === '' ? '' : `: ${told}`}`
  return new SourceError(codeOf(response.status), message)
}

function codeOf(status: number): SourceErrorCode {
  return codes[status] ?? (status >= 500 ? 'server-error' : 'bad-answer')
}

// Node's own list comes with its whole HTTP client, which costs more than the rest of a fetch.
const statusTexts: Readonly<Record<number, string>> = {
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  416: 'Requested Range Not Satisfiable',
  418: "I'm a teapot",
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** In the words of Go, which Helm shows. */
function statusText(status: number): string {
  return `${status} ${statusTexts[status] ?? ''}`.trim()
}

async function readText(response: HttpResponse): Promise<string> {
  try {
    const bytes = await readBounded(response.body, maxErrorBytes, 'the error')
    return new TextDecoder().decode(bytes)
  } catch (error) {
    // An endless or broken body has nothing to say.
    if (error instanceof OciError) return ''
    throw error
  }
}

function reasonIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown }
    return typeof error === 'string' ? error : text
  } catch {
    // Not JSON: as it stands.
    return text
  }
}
