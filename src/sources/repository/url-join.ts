import { posix } from 'node:path'
import { escapeUrl } from '../../formats/url/escape.ts'
import { parseUrl, type Url } from '../../formats/url/parse.ts'

/** Adds names to the path of a URL as Helm does; what is no URL is taken for a path. */
export function joinUrl(base: string, name: string): string {
  const url = parsed(base)
  if (url === undefined) return joinPath(base, name)
  const path = joinPath(url.path, binaryOf(name))
  const user = url.user === undefined ? '' : `${userText(url.user)}@`
  const place = url.scheme === '' && url.host === '' ? '' : `//${user}${url.host}`
  const slash = place !== '' && path !== '' && !path.startsWith('/') ? '/' : ''
  const query = url.query === '' ? '' : `?${url.query}`
  const scheme = url.scheme === '' ? '' : `${url.scheme}:`
  return `${scheme}${place}${slash}${escapeUrl(path, 'path')}${query}`
}

function parsed(base: string): Url | undefined {
  try {
    return parseUrl(binaryOf(base))
  } catch {
    // Helm joins what is left as paths.
    return undefined
  }
}

// Go's path.Join of nothing is nothing.
function joinPath(one: string, other: string): string {
  return one === '' && other === '' ? '' : posix.join(one, other).replace(/(.)\/$/, '$1')
}

function userText({
  name,
  password,
}: {
  readonly name: string
  readonly password: string | undefined
}) {
  const user = escapeUrl(name, 'user')
  return password === undefined ? user : `${user}:${escapeUrl(password, 'user')}`
}

function binaryOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}
