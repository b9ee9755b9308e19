import { printableText } from '../../oci/client/redact.ts'
import { SourceError } from '../errors.ts'

/** An address by how it is fetched. */
export type ClassifiedAddress =
  | { readonly kind: 'registry'; readonly reference: string }
  | { readonly kind: 'http'; readonly url: URL }
  | { readonly kind: 'git'; readonly remote: GitRemote }
  | { readonly kind: 'file'; readonly address: string }
  | { readonly kind: 'path'; readonly path: string }

/** A repository of git, with what the address says of the place in it. */
export type GitRemote = {
  readonly ref?: string
  readonly path?: string
} & (
  | { readonly protocol: 'http'; readonly url: URL }
  /** Handed to the git program, which knows keys and hosts. */
  | { readonly protocol: 'ssh'; readonly url: string }
)

const known = 'https://, oci://, git+https://, git+ssh://, file:// and paths are understood'
// As git reads it: user and host, a colon, no slash before it.
const scpForm = /^[\w.-]+@[\w.-]+:(?!\/\/)[^\s]+$/

/** Says how an address is fetched; nothing is looked at but the text. */
export function classifyAddress(address: string): ClassifiedAddress {
  if (address === '') throw bad(address, 'it is empty')
  if (/[\u0000-\u001f\u007f]/.test(address)) throw bad(address, 'it has control characters')
  if (scpForm.test(address)) return { kind: 'git', remote: { protocol: 'ssh', url: address } }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase()
  switch (scheme) {
    case undefined:
      return { kind: 'path', path: address }
    case 'oci':
      return { kind: 'registry', reference: address }
    case 'file':
      return { kind: 'file', address }
    case 'git+https':
    case 'git+http':
      return { kind: 'git', remote: httpRemote(address.slice('git+'.length)) }
    case 'git+ssh':
      return { kind: 'git', remote: sshRemote(address.slice('git+'.length)) }
    case 'ssh':
      return { kind: 'git', remote: sshRemote(address) }
    case 'https':
    case 'http':
      return classifyHttp(address)
    case 'git':
      throw bad(address, 'git:// is neither encrypted nor authenticated; use git+https://')
    default:
      throw bad(address, `${scheme}:// is no scheme for charts; ${known}`)
  }
}

function classifyHttp(address: string): ClassifiedAddress {
  const url = urlOf(address)
  if (/\.git\/?$/.test(url.pathname)) return { kind: 'git', remote: httpRemote(address) }
  return { kind: 'http', url }
}

function httpRemote(address: string): GitRemote {
  const url = urlOf(address)
  const place = placeOf(url)
  return { protocol: 'http', url, ...place }
}

function sshRemote(address: string): GitRemote {
  const url = urlOf(address)
  const place = placeOf(url)
  if (url.password !== '') throw bad(address, 'ssh takes no password in an address')
  // Options of ssh begin with a dash: neither a user nor a host does.
  if (url.hostname.startsWith('-') || url.username.startsWith('-')) {
    throw bad(address, 'a host or user cannot begin with a dash')
  }
  return { protocol: 'ssh', url: url.href, ...place }
}

/** Takes `ref` and `path` out of the query; whatever else is there belongs to the server. */
function placeOf(url: URL): { readonly ref?: string; readonly path?: string } {
  const ref = url.searchParams.get('ref')
  const path = url.searchParams.get('path')
  url.searchParams.delete('ref')
  url.searchParams.delete('path')
  url.hash = ''
  return { ...(ref === null ? {} : { ref }), ...(path === null ? {} : { path }) }
}

function urlOf(address: string): URL {
  const url = URL.parse(address)
  if (url !== null && url.hostname !== '') return url
  throw bad(address, 'it names no host')
}

function bad(address: string, why: string): SourceError {
  const withoutUser = address.replace(/^([^/]*:\/\/)[^/@]*@/, '$1')
  const shown = JSON.stringify(printableText(withoutUser, []))
  return new SourceError('bad-address', `address ${shown}: ${why}`)
}
