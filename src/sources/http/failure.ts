import { STATUS_CODES } from 'node:http'
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

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim()
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
