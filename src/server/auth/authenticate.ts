import type { Call } from '../http/route.ts'
import type { Identity } from './identity.ts'
import { type SignInPorts, notSignedIn, reviewed, tooManyAttempts } from './session-routes.ts'

const bearer = /^Bearer ([^\s]+)$/i

/** Whether a failure counts as an attempt to sign in: a stream that looks again whether it may go on does not. */
type Counting = 'counts' | 'does-not-count'

/** The one who asks: by a token of the cluster, or by the cookie of a session. Throws a problem for anybody else. */
export async function authenticate(
  ports: SignInPorts,
  call: Call,
  counting: Counting = 'counts',
): Promise<Identity> {
  const { authorization } = call.headers
  const identity =
    authorization === undefined
      ? await bySession(ports, call)
      : await byToken(ports, call, authorization)
  if (identity !== undefined) return identity
  if (authorization === undefined) throw notSignedIn('nothing')
  if (counting === 'counts') ports.attempts.failed(call.remoteAddress)
  throw notSignedIn('token')
}

async function byToken(
  ports: SignInPorts,
  { remoteAddress, signal }: Call,
  header: string | readonly string[],
): Promise<Identity | undefined> {
  const token = typeof header === 'string' ? bearer.exec(header)?.[1] : undefined
  if (token === undefined) return undefined
  // Somebody who fails all the time must not shut out those whose tokens were good a moment ago.
  const wait = ports.tokens.wasAccepted(token) ? 0 : ports.attempts.waitOf(remoteAddress)
  if (wait > 0) throw tooManyAttempts(wait)
  return reviewed(ports, token, signal)
}

async function bySession(ports: SignInPorts, call: Call): Promise<Identity | undefined> {
  const { cookie } = call.headers
  const session = await ports.sessions.read(typeof cookie === 'string' ? cookie : undefined)
  if (session === undefined) return undefined
  const { stands, csrfToken } = session
  // A session is worth no more than the token that began it.
  const owner = 'token' in stands ? await reviewed(ports, stands.token, call.signal) : stands.owner
  if (owner === undefined || (await ports.sessions.isOver(session, owner.user))) return undefined
  const { user, uid, groups, extra } = owner
  return { user, uid, groups, extra, signedInBy: 'session', csrfToken }
}
