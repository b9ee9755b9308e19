import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../std/clock.ts'
import type { Me } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import type { Call, Reply, Route, SignedCall } from '../http/route.ts'
import { schemaNamed } from '../resources/schemas.ts'
import type { Identity, Owner } from './identity.ts'
import type { SignInAttempts } from './attempts.ts'
import type { SignInLinks } from './links.ts'
import type { TokenReviewer } from './review-token.ts'
import type { OidcSignIn } from './oidc-sign-in.ts'
import type { ProxySignIn } from './proxy-headers.ts'
import type { SessionOwner, Sessions } from './sessions.ts'

export interface SignInPorts {
  readonly sessions: Sessions
  readonly tokens: TokenReviewer
  readonly links: SignInLinks
  readonly attempts: SignInAttempts
  readonly isSandbox: boolean
  readonly scheme: 'http' | 'https'
  /** Where browsers find this server, such as `https://outrigger.example.com`; where they asked when absent. */
  readonly publicUrl?: string
  /** Signs its bearer in as the owner of the sandbox. */
  readonly ownerKey?: { readonly key: string; readonly owner: Owner }
  readonly oidc?: OidcSignIn
  readonly proxy?: ProxySignIn
  readonly certificates?: { readonly authorities: () => string; readonly clock: Clock }
  /** Told of faults that the asker gets no details of. */
  readonly failed: (error: unknown) => void
}

const tag = 'session'
const textSchema = { type: 'string', minLength: 1, maxLength: 16_384 } as const
const codeSchema = { type: 'string', minLength: 1, maxLength: 256 } as const

/** Signing in, signing out, and who one is. */
// oxlint-disable-next-line max-lines-per-function -- it is a table of routes
export function sessionRoutes(ports: SignInPorts): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/session',
      operationId: 'signIn',
      summary: 'Signs in with a token of the cluster or with the code of a sign-in link',
      tag,
      for: 'everybody',
      isAudited: true,
      body: {
        description: 'A token, or a code.',
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: { token: textSchema, code: codeSchema },
          oneOf: [{ required: ['token'] }, { required: ['code'] }],
        },
        example: { code: 'the-code-of-the-link' },
      },
      answers: { 204: { description: 'Signed in: the cookie of the answer proves it.' } },
      problems: [401, 429],
      run: (call) => signIn(ports, call, call.body as SignInBody),
    },
    {
      method: 'GET',
      path: '/sign-in',
      operationId: 'followSignInLink',
      summary: 'Signs in with a link of the terminal, and leads to the page',
      tag,
      for: 'everybody',
      isAudited: true,
      query: {
        code: {
          description: 'The code of the link; it works once.',
          schema: codeSchema,
          example: 'the-code-of-the-link',
          required: true,
        },
      },
      answers: { 303: { description: 'Signed in.' } },
      problems: [401, 429],
      run: async (call) => {
        const code = String(call.query['code'])
        const { headers = {}, ...done } = await signIn(ports, call, { code })
        return { ...done, status: 303, headers: { ...headers, location: '/' } }
      },
    },
    {
      method: 'POST',
      path: '/api/v1/sign-in-links',
      operationId: 'createSignInLink',
      summary:
        'Makes a link that signs you in to the page once, for those whom a token or a certificate signs in',
      tag,
      for: 'signed-in',
      answers: { 201: { description: 'The link.', schema: schemaNamed('SignInLink') } },
      run: async (call) => ({ status: 201, body: { path: linkFor(ports, call) } }),
    },
    {
      method: 'GET',
      path: '/api/v1/me',
      operationId: 'getMe',
      summary: 'Tells who is signed in',
      tag,
      for: 'signed-in',
      answers: { 200: { description: 'You.', schema: schemaNamed('Me') } },
      run: async ({ identity }) => {
        const { user, groups, signedInBy, csrfToken } = identity
        const body: Me = { user, groups, signedInBy, csrfToken, sandbox: ports.isSandbox }
        return { status: 200, body }
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/session',
      operationId: 'signOut',
      summary: 'Signs out',
      tag,
      for: 'signed-in',
      query: {
        everywhere: {
          description: 'Also in every other browser.',
          schema: { type: 'boolean', default: false },
          example: true,
        },
      },
      answers: { 204: { description: 'Signed out.' } },
      run: (call) => signOut(ports, call),
    },
  ]
}

function linkFor({ links, ownerKey }: SignInPorts, { identity, headers }: SignedCall): string {
  const { user, uid, groups, extra, signedInBy } = identity
  if (signedInBy === 'session' || signedInBy === 'proxy') {
    const detail = 'a session makes no links: ask with a token or a certificate'
    throw new ProblemError(403, 'Forbidden', detail)
  }
  const token = bearerIn(headers['authorization'])
  // A session is worth no more than the token that asked for it.
  const isKept = token !== undefined && !isKey(ownerKey, token)
  return `/sign-in?code=${links.create(isKept ? { token } : { owner: { user, uid, groups, extra } })}`
}

/** The token of an Authorization header. */
export function bearerIn(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? /^Bearer ([^\s]+)$/i.exec(header)?.[1] : undefined
}

/** Whether a token is the key of the sandbox's owner. */
export function isKey(ownerKey: SignInPorts['ownerKey'], token: string): boolean {
  if (ownerKey === undefined) return false
  const [given, wanted] = [Buffer.from(token), Buffer.from(ownerKey.key)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

interface SignInBody {
  readonly token?: string | undefined
  readonly code?: string | undefined
}

async function signIn(ports: SignInPorts, call: Call, { token, code }: SignInBody): Promise<Reply> {
  const wait = ports.attempts.waitOf(call.remoteAddress)
  if (wait > 0) throw tooManyAttempts(wait)
  const found = await foundBy(ports, call, { token, code })
  if (found === undefined) {
    ports.attempts.failed(call.remoteAddress, token ?? code ?? '')
    throw notSignedIn(token === undefined ? 'link' : 'token')
  }
  const cookies = await ports.sessions.begin(found.stands)
  return { status: 204, signsIn: found.owner, headers: { 'set-cookie': cookies } }
}

interface Found {
  readonly stands: SessionOwner
  readonly owner: Owner
}

async function foundBy(
  ports: SignInPorts,
  { signal }: Call,
  { token, code = '' }: SignInBody,
): Promise<Found | undefined> {
  const stands = token === undefined ? ports.links.use(code) : { token }
  if (stands === undefined || 'oidc' in stands) return undefined
  if ('owner' in stands) return { stands, owner: stands.owner }
  const owner = await reviewed(ports, stands.token, signal)
  return owner === undefined ? undefined : { stands, owner }
}

/** The owner of a token. A failed review is reported without the words of the cluster: they are about our own rights. */
export async function reviewed(
  { tokens, failed }: SignInPorts,
  token: string,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  try {
    return await tokens.review(token, signal)
  } catch (error) {
    signal.throwIfAborted()
    failed(error)
    const detail = 'the cluster cannot be asked whose this token is; try again in a moment'
    const headers = { 'retry-after': '5' }
    throw new ProblemError(503, 'ClusterUnavailable', detail, { headers, cause: error })
  }
}

async function signOut({ sessions }: SignInPorts, call: SignedCall): Promise<Reply> {
  const cookie = call.headers['cookie']
  const session = await sessions.read(typeof cookie === 'string' ? cookie : undefined)
  if (session !== undefined) await sessions.end(session)
  if (call.query['everywhere'] === true) await sessions.endAll(call.identity.user)
  return { status: 204, headers: { 'set-cookie': sessions.goodbye() } }
}

/** The answer to an address that failed too often. */
export function tooManyAttempts(seconds: number): ProblemError {
  const detail = `too many failed sign-ins from this address: try again in ${seconds} s`
  const headers = { 'retry-after': String(seconds) }
  return new ProblemError(429, 'TooManyAttempts', detail, { headers })
}

/** The answer to somebody whom nothing signs in. */
export function notSignedIn(by: 'token' | 'link' | 'proxy' | 'provider' | 'nothing'): ProblemError {
  const details = {
    token:
      'the cluster does not accept this token: it is wrong, has expired or is for somebody else',
    link: 'this sign-in link does not work: it was used, it has expired or it is wrong; "outrigger open" prints a new one',
    proxy:
      'Impersonate headers are taken only from a reverse proxy that was configured, with its secret and a user',
    provider:
      'the OpenID provider signed nobody in: the sign-in was refused, is too old or was begun in another browser; begin again',
    nothing:
      'sign in first: send "Authorization: Bearer TOKEN" with a token of the cluster, or open a sign-in link',
  }
  const headers = { 'www-authenticate': 'Bearer realm="outrigger"' }
  return new ProblemError(401, 'Unauthorized', details[by], { headers })
}
