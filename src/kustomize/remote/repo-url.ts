// Addresses of repositories as kustomize reads them: `https://host/org/repo//path?ref=tag`,
// `git@host:org/repo`, `github.com/org/repo/path` and their like.

export interface RepoUrl {
  /** Host and repository, as git takes them. */
  readonly cloneUrl: string
  /** The folder of the kustomization in the repository; empty for its root. */
  readonly path: string
  /** A branch, a tag or a commit; empty for what the repository gives by itself. */
  readonly ref: string
}

/** The repository that an address names; undefined when it names none. */
export function parseRepoUrl(text: string): RepoUrl | undefined {
  if (text.startsWith('/')) return undefined
  const at = text.indexOf('?')
  const query = new URLSearchParams(at < 0 ? '' : text.slice(at + 1))
  const found = splitHost(at < 0 ? text : text.slice(0, at))
  if (found === undefined) return undefined
  const parts = splitRepository(found.rest, found.host)
  if (parts === undefined || parts.repository === '' || leavesFolder(parts.path)) return undefined
  return {
    cloneUrl: found.host + parts.repository,
    path: parts.path.replace(/^\//, ''),
    ref: query.get('ref') || query.get('version') || '',
  }
}

interface Host {
  readonly host: string
  readonly rest: string
}

const schemes = ['ssh://', 'https://', 'http://', 'file://']

function splitHost(address: string): Host | undefined {
  const text = address.replace(/^git::/i, '')
  const scheme = schemes.find((one) => text.toLowerCase().startsWith(one)) ?? ''
  const afterScheme = text.slice(scheme.length)
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(afterScheme)?.[0] ?? ''
  const rest = afterScheme.slice(user.length)
  const isGithub = /^github\.com[/:]/i.test(rest)
  const isScp = scheme === '' && (user !== '' || isGithub)
  if (scheme === '' && !isScp) return undefined
  if (scheme === 'file://') return { host: scheme, rest: user + rest }
  const end = endOfHost(rest, isScp)
  const path = end < 0 ? '' : rest.slice(end + 1)
  if (isGithub) return { host: githubHost(scheme, user), rest: path }
  const host = end < 0 ? rest : rest.slice(0, end + 1)
  return host === '' ? undefined : { host: scheme + user + host, rest: path }
}

function githubHost(scheme: string, user: string): string {
  return scheme === 'ssh://' || user !== '' ? `${user}github.com:` : 'https://github.com/'
}

function endOfHost(text: string, isScp: boolean): number {
  const slash = text.indexOf('/')
  const colon = isScp ? text.indexOf(':') : -1
  return isScp && (slash === -1 || (colon > 0 && colon < slash)) ? colon : slash
}

interface Parts {
  readonly repository: string
  readonly path: string
}

function splitRepository(text: string, host: string): Parts | undefined {
  const azure = text.indexOf('_git/')
  if (azure >= 0) {
    const [name = '', ...path] = text.slice(azure + 5).split('/')
    return { repository: text.slice(0, azure + 5) + name, path: path.join('/') }
  }
  const double = text.indexOf('//')
  if (double >= 0) return { repository: text.slice(0, double), path: text.slice(double + 2) }
  const suffix = text.indexOf('.git')
  if (suffix >= 0) return { repository: text.slice(0, suffix + 4), path: text.slice(suffix + 4) }
  if (host.startsWith('file://')) return { repository: text, path: '' }
  const segments = text.split('/')
  if (segments.length < 2) return undefined
  return { repository: segments.slice(0, 2).join('/'), path: segments.slice(2).join('/') }
}

function leavesFolder(path: string): boolean {
  let depth = 0
  for (const part of path.split('/')) {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
