import { fromBinary, toBinary } from '../byte-string.ts'
import { quote } from '../quote.ts'
import { escapeUrl, unescapeUrl, UrlError } from '../url/escape.ts'
import { parseUrl } from '../url/parse.ts'
import { JsonSchemaError } from './errors.ts'

/** A URL without a fragment, and the fragment without percent escapes. */
export interface Reference {
  readonly url: string
  readonly fragment: string
}

/** The parts of a URL as they are written. */
interface UrlText {
  readonly scheme: string
  readonly opaque: string
  /** Undefined where there are no two slashes. */
  readonly authority: string | undefined
  readonly path: string
  /** With its question mark. */
  readonly query: string
}

/** Resolves a reference against the URL of the resource it stands in, as Go's net/url does. */
export function resolveReference(base: string, reference: string): Reference {
  const { url, fragment } = splitFragment(reference)
  if (url === '') return { url: base, fragment }
  checkUrl(base)
  checkUrl(url)
  return { url: urlText(resolve(partsOf(base), partsOf(url))), fragment }
}

/** A valid URL as Go prints it, with escapes where they are missing. */
export function printedUrl(url: string): string {
  return urlText(partsOf(url))
}

/** Splits a reference at its fragment, and decodes that. */
export function splitFragment(reference: string): Reference {
  const [url, escaped] = cutFragment(reference)
  if (!escaped.includes('%')) return { url, fragment: escaped }
  try {
    return { url, fragment: fromBinary(unescapeUrl(toBinary(escaped), 'segment')) }
  } catch (error) {
    throw explained(reference, error)
  }
}

/** A URL and its fragment as they are written. */
export function cutFragment(reference: string): readonly [url: string, fragment: string] {
  const hash = reference.indexOf('#')
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)]
}

function checkUrl(url: string): void {
  try {
    parseUrl(toBinary(url))
  } catch (error) {
    throw explained(url, error)
  }
}

function explained(url: string, error: unknown): unknown {
  if (!(error instanceof UrlError)) return error
  const message = `error in parsing ${quote(url)}: ${error.message}`
  return new JsonSchemaError('reference', message, { cause: error })
}

function partsOf(url: string): UrlText {
  const found = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?]*)(\?[^]*)?$/.exec(url)
  const [, scheme = '', rest = '', query = ''] = found ?? []
  const parts = { scheme: scheme.toLowerCase(), opaque: '', authority: undefined, path: '', query }
  if (scheme !== '' && !rest.startsWith('/')) return { ...parts, opaque: rest }
  const withAuthority = /^\/\/([^/]*)([^]*)$/.exec(rest)
  if (withAuthority === null || (scheme === '' && rest.startsWith('///'))) {
    return { ...parts, path: escapedPath(rest) }
  }
  const [, authority = '', path = ''] = withAuthority
  return { ...parts, authority, path: escapedPath(path) }
}

/** The path as written, or escaped anew where it holds what a URL must not. */
function escapedPath(path: string): string {
  if (/^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/.test(path)) return path
  return fromBinary(escapeUrl(unescapeUrl(toBinary(path), 'path'), 'path'))
}

function resolve(base: UrlText, reference: UrlText): UrlText {
  if (reference.scheme !== '') return { ...reference, path: joinPaths(reference.path, '') }
  const { scheme } = base
  // An opaque base, such as a URN, has nothing that could be replaced.
  if (base.opaque !== '') return { ...base, query: queryOf(base, reference) }
  if ((reference.authority ?? '') !== '') {
    return { ...reference, scheme, path: joinPaths(reference.path, '') }
  }
  const path = joinPaths(base.path, reference.path)
  return { ...base, path, query: queryOf(base, reference) }
}

function queryOf(base: UrlText, reference: UrlText): string {
  return reference.path === '' && reference.query === '' ? base.query : reference.query
}

function joinPaths(base: string, reference: string): string {
  const isRelative = reference !== '' && !reference.startsWith('/')
  const front = isRelative ? base.slice(0, base.lastIndexOf('/') + 1) : ''
  const full = reference === '' ? base : front + reference
  if (full === '') return ''
  const segments = full.replace(/^\//, '').split('/')
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  const last = segments.at(-1)
  const isFolder = (last === '.' || last === '..') && kept.length > 0
  return `/${kept.join('/')}${isFolder ? '/' : ''}`
}

function urlText({ scheme, opaque, authority, path, query }: UrlText): string {
  const front = scheme === '' ? '' : `${scheme}:`
  if (opaque !== '') return front + opaque + query
  const host = authority === undefined ? '' : `//${authority}`
  return front + host + path + query
}
