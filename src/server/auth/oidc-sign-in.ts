import type { Clock } from '../../std/clock.ts'
import {
  type Session,
  type Sessions,
  type OidcStanding,
  cookieIn,
  sessionLifetime,
} from './sessions.ts'
import type { Owner } from './identity.ts'
import { type OidcFlow, type OidcOptions, OpenIdProvider } from './openid-provider.ts'
import { decryptClaims, encryptClaims } from './encrypt-claims.ts'

const flowCookie = 'outrigger-sign-in'
const flowAudience = 'sign-in'
const flowSeconds = 600
const mostKept = 10_000

export interface OidcSignInOptions {
  readonly provider: OidcOptions
  /** 32 bytes that only this server knows. */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly secure: boolean
  readonly sessions: Sessions
}

interface Kept {
  readonly standing: Promise<OidcStanding | undefined>
  readonly until: number
}

/** Signs people in by an OpenID provider, and asks it again while their sessions last. */
export class OidcSignIn {
  private readonly options: OidcSignInOptions
  private readonly provider: OpenIdProvider
  /**
   * The standings of sessions that were renewed, by the session's id. Several requests bring the same cookie at
   * once, and a refresh token may be used only once.
   */
  private readonly renewed = new Map<string, Kept>()

  constructor(options: OidcSignInOptions) {
    this.options = options
    this.provider = new OpenIdProvider(options.provider, options.clock)
  }

  /** The address to send the browser to, and the cookie that remembers the flow meanwhile. */
  async begin(redirect: string, returnTo: string): Promise<{ url: string; cookie: string }> {
    const { url, flow } = await this.provider.begin(redirect, returnTo)
    const sealed = await encryptClaims(this.options, { flow }, flowAudience, flowSeconds)
    return { url: url.href, cookie: this.cookie(sealed, flowSeconds) }
  }

  /** The cookies of the session that the provider's answer begins; undefined when the flow was not begun in this browser. */
  async finish(
    query: string,
    cookies: string,
  ): Promise<{ cookies: readonly string[]; returnTo: string; owner: Owner } | undefined> {
    const sealed = cookieIn(cookies, flowCookie) ?? ''
    const claims = await decryptClaims<{ flow: OidcFlow }>(this.options, sealed, flowAudience)
    if (claims === undefined) return undefined
    const oidc = await this.provider.finish(query, claims.flow)
    const session = await this.options.sessions.begin({ oidc })
    const { returnTo } = claims.flow
    return { cookies: [...session, this.cookie('', 0)], returnTo, owner: oidc.owner }
  }

  /** The standing of a session now, and the cookies if it changed; undefined when the provider does not go on with it. */
  async standingOf(
    session: Session,
    before: OidcStanding,
  ): Promise<{ standing: OidcStanding; cookies?: readonly string[] } | undefined> {
    const now = this.options.clock.now()
    const kept = this.renewed.get(session.id)
    const known = (await kept?.standing) ?? before
    if (known.until > now) {
      return known === before ? { standing: known } : this.withCookies(session, known)
    }
    const next = await this.renewOnce(session.id, known)
    return next === undefined ? undefined : this.withCookies(session, next)
  }

  private async withCookies(session: Session, standing: OidcStanding) {
    return {
      standing,
      cookies: await this.options.sessions.renew(session, { oidc: standing }),
    }
  }

  private async renewOnce(id: string, known: OidcStanding): Promise<OidcStanding | undefined> {
    const now = this.options.clock.now()
    const kept = this.renewed.get(id)
    const current = await kept?.standing
    if (kept !== undefined && current !== known) return current
    for (const [key, { until }] of this.renewed) if (until < now) this.renewed.delete(key)
    if (this.renewed.size >= mostKept) this.renewed.clear()
    const standing = this.provider.refresh(known)
    this.renewed.set(id, { standing, until: now + sessionLifetime * 1000 })
    try {
      return await standing
    } catch (error) {
      // The provider does not answer; the same refresh token may still be good.
      this.renewed.delete(id)
      throw error
    }
  }

  // The browser comes back from the provider, which is another site: a strict cookie would stay away then.
  private cookie(value: string, seconds: number): string {
    const secure = this.options.secure ? '; Secure' : ''
    return `${flowCookie}=${value}; Path=/sign-in; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
  }
}
