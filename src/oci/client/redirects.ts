import { OciError } from '../errors.ts'
import { maxRedirects } from '../limits.ts'
import type { HttpRequest, Send } from './http.ts'
import { printableUrl } from './redact.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Follows redirects of GET and HEAD. Credentials stay with the scheme, host and port they were meant
 * for, and nothing that began encrypted goes on in the clear.
 */
export function followRedirects(send: Send): Send {
  return async (request, signal) => {
    let current = request
    for (let count = 0; ; count++) {
      const response = await send(current, signal)
      const follows = request.method === 'GET' || request.method === 'HEAD'
      if (!follows || !redirectStatuses.has(response.status)) return response
      await response.discard()
      if (count === maxRedirects) {
        const message = `${printableUrl(request.url)} redirects more than ${maxRedirects} times`
        throw new OciError('redirect-refused', message)
      }
      current = redirected(current, response.header('location'))
    }
  }
}

function redirected(request: HttpRequest, location: string | undefined): HttpRequest {
  const from = printableUrl(request.url)
  const url = location === undefined ? null : URL.parse(location, request.url)
  if (url === null) throw new OciError('redirect-refused', `${from} redirects to nowhere`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new OciError('redirect-refused', `${from} redirects to the scheme ${url.protocol}`)
  }
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    const message = `${from} redirects to ${printableUrl(url)}, which is not encrypted`
    throw new OciError('redirect-refused', message)
  }
  // A user and a password in a location would be sent by some clients as our own.
  url.username = ''
  url.password = ''
  if (url.origin === request.url.origin) return { ...request, url }
  const { authorization: _, ...headers } = request.headers ?? {}
  return { ...request, url, headers }
}
