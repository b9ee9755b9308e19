import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Answer, answerJson, refuse } from './answer.ts'

/** The parts of a request that are known before its body is read. */
export interface ShownRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  /** Where the client reaches this registry, such as http://127.0.0.1:5000. */
  readonly base: string
}

/** Keeps a registry whose content everybody may read and only the holder of a secret may change. */
export interface WriteAccess {
  /** The refusal of a request that needs the secret and does not show it. */
  readonly refusalOf: (request: ShownRequest) => Answer | undefined
  /** Answers at the token server, as the distribution specification's clients ask it. */
  readonly answerToken: (request: ShownRequest, form: string) => Answer
}

/** Where tokens are issued; no repository is below it. */
export const tokenPath = '/token'

const tokenSeconds = 3600

/**
 * The secret is taken as the password of any user, or as a bearer token. Docker and skopeo decide by the
 * answer to /v2/ whether they authenticate at all, so that it asks even those who only read: they get a
 * token for nothing, and reads need none.
 */
export function writeAccess(secret: string): WriteAccess {
  const issued = {
    reader: randomBytes(24).toString('hex'),
    writer: randomBytes(24).toString('hex'),
  }
  const kindOf = (authorization: string | undefined): 'writer' | 'reader' | 'nobody' => {
    const { bearer = '', password = '' } = readAuthorization(authorization)
    if ([secret, issued.writer].some((known) => isSame(known, bearer))) return 'writer'
    if (isSame(secret, password)) return 'writer'
    return isSame(issued.reader, bearer) ? 'reader' : 'nobody'
  }
  return {
    refusalOf: (request) => {
      const kind = kindOf(request.authorization)
      if (kind === 'writer') return undefined
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (isRead && (kind === 'reader' || !/^\/v2\/?$/.test(request.path))) return undefined
      const headers = { 'www-authenticate': challengeOf(request, kind) }
      return refuse('UNAUTHORIZED', 'changing this registry needs its token', { headers })
    },
    answerToken: ({ method, authorization }, form) => {
      if (method !== 'GET' && method !== 'POST') {
        return refuse('UNSUPPORTED', 'tokens are asked for by GET or POST')
      }
      const fields = new URLSearchParams(method === 'POST' ? form : '')
      const shown = fields.get('refresh_token') ?? fields.get('password') ?? undefined
      const isAnonymous = authorization === undefined && shown === undefined
      if (isAnonymous && method === 'GET') return answerJson(tokenOf(issued.reader), noStore)
      const isWriter = kindOf(authorization) === 'writer' || isSame(secret, shown ?? '')
      if (isWriter) return answerJson(tokenOf(issued.writer), noStore)
      return refuse('UNAUTHORIZED', 'this is not the token of this registry')
    },
  }
}

const noStore = { 'cache-control': 'no-store' }

function tokenOf(value: string) {
  return { token: value, access_token: value, expires_in: tokenSeconds }
}

function challengeOf({ method, path, base }: ShownRequest, kind: 'reader' | 'nobody'): string {
  const repository = /^\/v2\/(.+?)\/(?:blobs|manifests|tags|referrers)\//.exec(path)?.[1]
  const actions = method === 'DELETE' ? 'pull,delete' : 'pull,push'
  const isPlain = repository !== undefined && /^[a-z0-9._/-]+$/.test(repository)
  return [
    `Bearer realm="${base}${tokenPath}"`,
    `service="${base.replace(/^https?:\/\//, '')}"`,
    ...(isPlain ? [`scope="repository:${repository}:${actions}"`] : []),
    ...(kind === 'reader' ? ['error="insufficient_scope"'] : []),
  ].join(',')
}

function readAuthorization(header = ''): { readonly bearer?: string; readonly password?: string } {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return { bearer: value }
  if (scheme.toLowerCase() !== 'basic') return {}
  const text = Buffer.from(value, 'base64').toString()
  return { password: text.slice(text.indexOf(':') + 1) }
}

/** In a time that tells nothing of either; nothing is the same as an empty text. */
function isSame(secret: string, shown: string): boolean {
  return shown !== '' && timingSafeEqual(digestOf(secret), digestOf(shown))
}

function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
