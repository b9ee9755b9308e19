import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { readBounded } from '../../oci/bytes.ts'
import type { HttpRequest, HttpResponse, Send } from '../../oci/client/http.ts'
import { printableUrl } from '../../oci/client/redact.ts'
import { SourceError, type SourceErrorCode } from '../errors.ts'
import { checkPack } from './check-pack.ts'
import type { GitLimits } from './limits.ts'
import { packOf } from './packet-lines.ts'

/**
 * The git library's HTTP over our own, so that the address policy, the credentials and the bounds
 * hold for every request. Each answer is read whole and checked before the library sees it.
 */
export function gitHttp(send: Send, limits: GitLimits, signal: AbortSignal): HttpClient {
  // Asked for twice, once by us and once by the library; they have to be the same.
  let refs: Answer | undefined
  return {
    request: async (request) => {
      if (request.method === 'POST') {
        const packed = await postRequest(request, refs?.base)
        return answerOf(request, await fetchPack(send, packed, limits, signal))
      }
      refs ??= await fetchRefs(send, new URL(request.url), limits, signal)
      return answerOf(request, refs)
    },
  }
}

interface Answer {
  readonly url: URL
  /** Where the repository is in the end, after redirects. */
  readonly base: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

const refsPath = '/info/refs'
const refsType = 'application/x-git-upload-pack-advertisement'

async function fetchRefs(
  send: Send,
  url: URL,
  limits: GitLimits,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await exchange(send, { method: 'GET', url }, limits.refsBytes, signal)
  if (answer.contentType === refsType && answer.url.pathname.endsWith(refsPath)) return answer
  const found = answer.contentType === '' ? 'something else' : answer.contentType
  throw new SourceError('bad-git', `${printableUrl(url)} is no git repository: it is ${found}`)
}

async function fetchPack(
  send: Send,
  request: HttpRequest,
  limits: GitLimits,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await exchange(send, request, limits.packBytes, signal)
  await checkPack(packOf(answer.bytes), limits, signal)
  return answer
}

async function postRequest(
  request: GitHttpRequest,
  base: string | undefined,
): Promise<HttpRequest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request.body ?? []) chunks.push(chunk)
  const url = new URL(base === undefined ? request.url : `${base}/git-upload-pack`)
  const headers = {
    'content-type': 'application/x-git-upload-pack-request',
    accept: 'application/x-git-upload-pack-result',
  }
  // Nothing is changed by asking.
  return { method: 'POST', url, headers, body: Buffer.concat(chunks), idempotent: true }
}

const codes: Readonly<Record<number, SourceErrorCode>> = {
  401: 'unauthorized',
  403: 'denied',
  404: 'not-found',
  429: 'rate-limited',
}

async function exchange(
  send: Send,
  request: HttpRequest,
  limit: number,
  signal: AbortSignal,
): Promise<Answer> {
  const response: HttpResponse = await send(request, signal)
  const where = printableUrl(request.url)
  const { status, url } = response
  if (status !== 200) {
    await response.discard()
    const code = codes[status] ?? (status >= 500 ? 'server-error' : 'bad-git')
    throw new SourceError(code, `${where} answered ${status}`)
  }
  const bytes = await readBounded(response.body, limit, where)
  const contentType = response.header('content-type')?.split(';', 1)[0]?.trim() ?? ''
  const path = url.pathname.slice(0, Math.max(0, url.pathname.indexOf(refsPath)))
  return { url, base: `${url.origin}${path}`, contentType, bytes }
}

function answerOf({ method }: GitHttpRequest, { url, contentType, bytes }: Answer) {
  const answer: GitHttpResponse = {
    url: url.href,
    method,
    statusCode: 200,
    statusMessage: 'OK',
    headers: { 'content-type': contentType },
    body: once(bytes),
  }
  return answer
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
