import type { Value } from '../../../formats/value.ts'
import type { FuncMap } from '../../func.ts'
import { fromBinary, toBinary } from '../../../formats/byte-string.ts'
import { define } from '../define.ts'
import { nilDereference, panic } from '../go-panic.ts'
import { kindOf } from '../reflection/kinds.ts'
import { escapeUrl, UrlError } from '../../../formats/url/escape.ts'
import { parseUrl, type Url, type UserInfo } from '../../../formats/url/parse.ts'

/** Functions that take URLs apart and put them together. */
export const urlFunctions: FuncMap = {
  urlParse: define(['string'], ([text]) => {
    const url = parsed(text, 'unable to parse url')
    const parts: Record<string, string> = {
      scheme: url.scheme,
      host: url.host,
      hostname: hostname(url.host),
      path: url.path,
      query: url.query,
      opaque: url.opaque,
      fragment: url.fragment,
      userinfo: url.user === undefined ? '' : userText(url.user),
    }
    return new Map(Object.entries(parts).map(([key, part]) => [key, fromBinary(part)]))
  }),
  urlJoin: define(['map[string]interface {}'], ([parts], { spend }) => {
    // The texts of a map are not among those that a call pays for.
    for (const part of parts.values())
      if (typeof part === 'string') spend(Math.ceil(part.length / 4))
    const url = {
      scheme: partOf(parts, 'scheme'),
      host: partOf(parts, 'host'),
      path: partOf(parts, 'path'),
      query: partOf(parts, 'query'),
      opaque: partOf(parts, 'opaque'),
      fragment: partOf(parts, 'fragment'),
    }
    const userinfo = partOf(parts, 'userinfo')
    const user =
      userinfo === ''
        ? undefined
        : parsed(fromBinary(`proto://${userinfo}@host`), 'unable to parse userinfo in dict').user
    return fromBinary(urlText({ ...url, user }))
  }),
}

function parsed(text: string, complaint: string): Url {
  try {
    return parseUrl(toBinary(text))
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    throw panic(`${complaint}: ${error.message}`)
  }
}

function partOf(parts: ReadonlyMap<string, Value>, key: string): string {
  const part = parts.get(key)
  if (part === undefined) return ''
  if (part === null) throw nilDereference()
  if (typeof part !== 'string') {
    throw panic(`unable to parse ${key} key, must be of type string, but ${kindOf(part)} found`)
  }
  return toBinary(part)
}

function hostname(host: string): string {
  const name = host.replace(/:[0-9]*$/, '')
  return /^\[[^]*\]$/.test(name) ? name.slice(1, -1) : name
}

function userText(user: UserInfo): string {
  const password = user.password === undefined ? '' : `:${escapeUrl(user.password, 'user')}`
  return escapeUrl(user.name, 'user') + password
}

function urlText(url: Url): string {
  const scheme = url.scheme === '' ? '' : `${url.scheme}:`
  const query = url.query === '' ? '' : `?${url.query}`
  const fragment = url.fragment === '' ? '' : `#${escapeUrl(url.fragment, 'fragment')}`
  if (url.opaque !== '') return scheme + url.opaque + query + fragment
  const path = url.path === '*' ? '*' : escapeUrl(url.path, 'path')
  const front = scheme + authorityText(url)
  return front + separatorBefore(path, url, front) + path + query + fragment
}

function authorityText(url: Url): string {
  const user = url.user === undefined ? '' : `${userText(url.user)}@`
  const isThere =
    url.host !== '' || url.user !== undefined || (url.scheme !== '' && url.path !== '')
  return isThere ? `//${user}${escapeUrl(url.host, 'host')}` : ''
}

/** The separator that keeps a path from being read as part of the host or as a scheme. */
function separatorBefore(path: string, url: Url, front: string): string {
  if (path !== '' && !path.startsWith('/') && url.host !== '') return '/'
  return front === '' && /^[^/]*:/.test(path) ? './' : ''
}
