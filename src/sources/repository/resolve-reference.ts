import { parseUrl } from '../../formats/url/parse.ts'
import { SourceError } from '../errors.ts'

/**
 * The URL of what an index or a repository names, as Helm resolves it: an absolute one stays as it is,
 * a relative one belongs to the repository's folder and keeps its query. Where it leads to another
 * server, the query, which may be a secret, stays behind.
 */
export function resolveReference(repository: string, reference: string): string {
  if (isAbsolute(reference)) return reference
  const base = URL.parse(repository)
  if (base === null) throw new SourceError('bad-address', `${repository} is not a URL`)
  const query = base.search
  const origin = originOf(base)
  base.pathname = `${base.pathname.replace(/\/$/, '')}/`
  base.search = ''
  // To Go a backslash is a character of a name, to browsers it is a slash.
  const url = URL.parse(reference.replaceAll('\\', '%5C'), base)
  if (url === null) throw new SourceError('bad-address', `${reference} is not a URL`)
  url.search = originOf(url) === origin ? query : ''
  return url.href
}

function isAbsolute(reference: string): boolean {
  try {
    return parseUrl(Buffer.from(reference).toString('latin1')).scheme !== ''
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SourceError('bad-address', `failed to parse ${reference} as URL: ${why}`, { cause })
  }
}

// Schemes that browsers do not know have no origin.
function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`
}
