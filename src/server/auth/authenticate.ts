import type { Call } from '../http/route.ts'
import { ProblemError } from '../http/problem.ts'
import { ownerOfCertificate } from './client-certificates.ts'
import type { Identity, Owner } from './identity.ts'
import { namesSomebody } from './proxy-headers.ts'
import {
  type SignInPorts,
  bearerIn,
  isKey,
  notSignedIn,
  reviewed,
  tooManyAttempts,
} from './session-routes.ts'
import type { OidcStanding, Session } from './sessions.ts'

/** Whether a failure counts as an attempt to sign in: a stream that looks again whether it may go on does not. */
type Counting = 'counts' | 'does-not-count'

/**
 * The one who asks: by a reverse proxy that is believed, a token of the cluster, the cookie of a session, or a client
 * certificate, in this order. Throws a problem for anybody else.
 */
export async function authenticate(
  ports: SignInPorts,
  call: Call,
  counting: Counting = 'counts',
): Promise<Identity> {
  const { authorization } = call.headers
  if (namesSomebody(call)) return byProxy(ports, call, counting)
  const identity =
    authorization === undefined
      ? ((await bySession(ports, call)) ?? byCertificate(ports, call))
      : await byToken(ports, call, String(authorization))
  if (identity !== undefined) return identity
  if (authorization === undefined) throw notSignedIn('nothing')
  if (counting === 'counts') ports.attempts.failed(call.remoteAddress, String(authorization))
  throw notSignedIn('token')
}

// A request that wants to be somebody else is never answered as the one who sent it.
function byProxy(ports: SignInPorts, call: Call, counting: Counting): Identity {
  const wait = ports.attempts.waitOf(call.remoteAddress)
  const owner = ports.proxy?.ownerOf(call)
  if (owner !== undefined) return ambient(ports, owner, 'proxy')
  if (wait > 0) throw tooManyAttempts(wait)
  if (counting === 'counts') ports.attempts.failed(call.remoteAddress, 'proxy')
  throw notSignedIn('proxy')
}

function byCertificate(ports: SignInPorts, call: Call): Identity | undefined {
  const certificate = call.certificate()
  const { authorities, clock } = ports.certificates ?? {}
  if (certificate === undefined || authorities === undefined || clock === undefined) {
    return undefined
  }
  const owner = ownerOfCertificate(certificate, authorities(), clock.now())
  return owner === undefined ? undefined : ambient(ports, owner, 'certificate')
}

/** Browsers send certificates, and what a proxy knows people by, with the requests of every page. */
function ambient(
  { sessions }: SignInPorts,
  owner: Owner,
  signedInBy: 'certificate' | 'proxy',
): Identity {
  return { ...owner, signedInBy, csrfToken: sessions.csrfTokenOf(owner) }
}

async function byToken(
  ports: SignInPorts,
  { remoteAddress, signal }: Call,
  header: string,
): Promise<Identity | undefined> {
  const token = bearerIn(header)
  if (token === undefined) return undefined
  const { ownerKey } = ports
  if (ownerKey !== undefined && isKey(ownerKey, token)) {
    return { ...ownerKey.owner, signedInBy: 'token', csrfToken: '' }
  }
  // Somebody who fails all the time must not shut out those whose tokens were good a moment ago.
  const wait = ports.tokens.wasAccepted(token) ? 0 : ports.attempts.waitOf(remoteAddress)
  if (wait > 0) {
    if (ports.attempts.isKnown(remoteAddress, header)) return undefined
    throw tooManyAttempts(wait)
  }
  return reviewed(ports, token, signal)
}

async function bySession(ports: SignInPorts, call: Call): Promise<Identity | undefined> {
  const { cookie } = call.headers
  const session = await ports.sessions.read(typeof cookie === 'string' ? cookie : undefined)
  if (session === undefined) return undefined
  const found = await ownerOfSession(ports, session, call.signal)
  if (found === undefined || (await ports.sessions.isOver(session, found.owner.user))) {
    return undefined
  }
  const { user, uid, groups, extra } = found.owner
  const { csrfToken } = session
  const renewed = found.cookies === undefined ? {} : { renewed: found.cookies }
  return { user, uid, groups, extra, signedInBy: 'session', csrfToken, ...renewed }
}

interface FoundOwner {
  readonly owner: Owner
  readonly cookies?: readonly string[]
}

/** A session is worth no more than the token or the sign-in that began it. */
async function ownerOfSession(
  ports: SignInPorts,
  session: Session,
  signal: AbortSignal,
): Promise<FoundOwner | undefined> {
  const { stands } = session
  if ('owner' in stands) return { owner: stands.owner }
  if ('oidc' in stands) return ownerByOidc(ports, session, stands.oidc)
  const owner = await reviewed(ports, stands.token, signal)
  return owner === undefined ? undefined : { owner }
}

async function ownerByOidc(
  { oidc, failed }: SignInPorts,
  session: Session,
  standing: OidcStanding,
): Promise<FoundOwner | undefined> {
  if (oidc === undefined) return undefined
  try {
    const found = await oidc.standingOf(session, standing)
    if (found === undefined) return undefined
    const { cookies } = found
    return { owner: found.standing.owner, ...(cookies === undefined ? {} : { cookies }) }
  } catch (error) {
    failed(error)
    const detail = 'the OpenID provider does not answer; try again in a moment'
    const headers = { 'retry-after': '5' }
    throw new ProblemError(503, 'ProviderUnavailable', detail, { headers, cause: error })
  }
}
