import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../std/clock.ts'
import { ProblemError } from '../http/problem.ts'
import { type Identity, type Owner, identityKey } from './identity.ts'
import { decryptClaims, encryptClaims } from './encrypt-claims.ts'

/** Where sign-outs are kept, so that a restart does not undo them. */
export interface KeptSignOuts {
  /** The text that was kept last; undefined when there is none. */
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
  /** Milliseconds after which it is read again, because other servers write there, too; never when absent. */
  readonly freshFor?: number
}

export interface SessionOptions {
  /** 32 bytes that only this server knows; sessions outlive a restart when it stays the same. */
  readonly secret: Uint8Array
  /** Names the cluster: a session holds for this one alone. */
  readonly cluster: () => Promise<string>
  readonly kept: KeptSignOuts
  readonly clock: Clock
  /** Whether browsers may send the cookie over TLS only. */
  readonly secure: boolean
}

/** Seconds that a session lasts. */
export const sessionLifetime = 8 * 3600
const name = 'outrigger-session'
/** Browsers drop cookies that are longer, without a word; a session takes several then. */
const longestCookie = 3800
/** All headers of a request together have 16 KiB. */
const mostCookies = 3

/** The one whom an OpenID provider signed in, until it has to be asked again. */
export interface OidcStanding {
  readonly owner: Owner
  /** Empty where the provider gave none: the session then ends at `until`. */
  readonly refresh: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The one whom a session stands for: by a token or a provider, which are asked again and again, or by a link. */
export type SessionOwner =
  | { readonly token: string }
  | { readonly owner: Owner }
  | { readonly oidc: OidcStanding }

/** A session that a cookie brought. */
export interface Session {
  readonly id: string
  readonly stands: SessionOwner
  readonly csrfToken: string
  /** Milliseconds since 1970. */
  readonly began: number
}

interface SignOuts {
  /** Sessions that were ended, and the second in which they would have ended by themselves. */
  readonly ended: Map<string, number>
  /** Sessions of a user that began before this moment are over. */
  readonly everywhere: Map<string, number>
}

/**
 * Sessions in cookies: encrypted, so that nobody reads or makes one, and short-lived. Sign-outs are remembered
 * here, because a cookie that was copied cannot be taken back.
 */
export class Sessions {
  private readonly options: SessionOptions
  private signOuts: Promise<SignOuts> | undefined
  private readAt = 0

  constructor(options: SessionOptions) {
    this.options = options
  }

  /** The `Set-Cookie` headers that sign somebody in. Throws a problem when cookies cannot hold it. */
  async begin(stands: SessionOwner): Promise<readonly string[]> {
    return this.cookiesOf({
      id: randomBytes(16).toString('base64url'),
      stands,
      csrfToken: randomBytes(24).toString('base64url'),
      began: this.options.clock.now(),
    })
  }

  /** The `Set-Cookie` headers of a session that goes on, with another standing. */
  async renew(session: Session, stands: SessionOwner): Promise<readonly string[]> {
    return this.cookiesOf({ ...session, stands })
  }

  private async cookiesOf({ id, stands, csrfToken, began }: Session): Promise<readonly string[]> {
    const left = Math.floor((began - this.options.clock.now()) / 1000) + sessionLifetime
    const claims = { stands, began, csrf: csrfToken, jti: id }
    const sealed = await encryptClaims(this.options, claims, await this.options.cluster(), left)
    const parts = sealed.match(new RegExp(`.{1,${longestCookie}}`, 'g')) ?? []
    const [first = '', ...others] = parts
    if (parts.length <= mostCookies) {
      const count = others.length === 0 ? '' : `${parts.length}~`
      return [
        this.cookie(name, `${count}${first}`, left),
        ...others.map((part, index) => this.cookie(`${name}-${index + 1}`, part, left)),
      ]
    }
    const detail =
      'this token is too long for cookies: send it as "Authorization: Bearer TOKEN" with every request'
    throw new ProblemError(400, 'TokenTooLong', detail)
  }

  /** The session of a `Cookie` header; undefined when there is none that holds. */
  async read(header: string | undefined): Promise<Session | undefined> {
    const sealed = sealedIn(header ?? '')
    if (sealed === undefined) return undefined
    const claims = await decryptClaims<Claims>(this.options, sealed, await this.options.cluster())
    if (claims === undefined) return undefined
    const { stands, began, csrf, jti = '' } = claims
    const { ended } = await this.known()
    return ended.has(jti) ? undefined : { id: jti, stands, csrfToken: csrf, began }
  }

  /** Whether the user has signed out everywhere since the session began. */
  async isOver({ began }: Session, user: string): Promise<boolean> {
    return began <= ((await this.known()).everywhere.get(user) ?? -1)
  }

  /** Ends one session. It is over when this resolves, also after a restart. */
  async end({ id }: Session): Promise<void> {
    const known = await this.known()
    known.ended.set(id, this.seconds() + sessionLifetime)
    await this.keep(known)
  }

  /** Ends every session of a user. */
  async endAll(user: string): Promise<void> {
    const known = await this.known()
    known.everywhere.set(user, this.options.clock.now())
    await this.keep(known)
  }

  /** The `Set-Cookie` headers that take the cookies away. */
  goodbye(): readonly string[] {
    const others = Array.from({ length: mostCookies - 1 }, (_, index) => `${name}-${index + 1}`)
    return [name, ...others].map((one) => this.cookie(one, '', 0))
  }

  /** The CSRF token of somebody whom browsers sign in without a cookie of ours: by a certificate or a proxy. */
  csrfTokenOf(owner: Owner): string {
    const key = `csrf ${identityKey(owner)}`
    return createHmac('sha256', this.options.secret).update(key).digest('base64url')
  }

  private known(): Promise<SignOuts> {
    const { kept, clock } = this.options
    const now = clock.monotonic()
    if (this.signOuts !== undefined && this.readAt + (kept.freshFor ?? Infinity) > now) {
      return this.signOuts
    }
    this.readAt = now
    const signOuts = kept.read().then(readSignOuts)
    this.signOuts = signOuts
    // A question that failed is asked again; until then nobody is signed in by a cookie.
    signOuts.catch(() => (this.signOuts = undefined))
    return signOuts
  }

  private async keep({ ended, everywhere }: SignOuts): Promise<void> {
    const now = this.seconds()
    // Entries are in the order in which they end, for all sessions last equally long.
    for (const [id, until] of ended) {
      if (until >= now) break
      ended.delete(id)
    }
    for (const [user, since] of everywhere) {
      if (since / 1000 + sessionLifetime < now) everywhere.delete(user)
    }
    await this.options.kept.write(
      JSON.stringify({ ended: [...ended], everywhere: [...everywhere] }),
    )
  }

  private cookie(as: string, value: string, seconds: number): string {
    const secure = this.options.secure ? '; Secure' : ''
    return `${as}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
  }

  private seconds(): number {
    return Math.floor(this.options.clock.now() / 1000)
  }
}

interface Claims {
  readonly [name: string]: unknown
  readonly stands: SessionOwner
  /** Milliseconds, because a sign-out ends what began before it. */
  readonly began: number
  readonly csrf: string
  readonly jti?: string
}

function readSignOuts(text: string | undefined): SignOuts {
  const { ended, everywhere } = JSON.parse(text ?? '{"ended":[],"everywhere":[]}') as {
    readonly ended: readonly [string, number][]
    readonly everywhere: readonly [string, number][]
  }
  return { ended: new Map(ended), everywhere: new Map(everywhere) }
}

/** The sign-outs of two servers together. */
export function mergeSignOuts(one: string | undefined, other: string): string {
  const [first, second] = [readSignOuts(one), readSignOuts(other)]
  const everywhere = new Map(first.everywhere)
  for (const [user, since] of second.everywhere) {
    everywhere.set(user, Math.max(since, everywhere.get(user) ?? 0))
  }
  const ended = [...new Map([...first.ended, ...second.ended])].toSorted(([, a], [, b]) => a - b)
  return JSON.stringify({ ended, everywhere: [...everywhere] })
}

/** Whether a request carries the proof that it comes from our own page. */
export function hasCsrfToken({ csrfToken }: Identity, header: unknown): boolean {
  if (typeof header !== 'string' || csrfToken === '') return false
  const [given, wanted] = [Buffer.from(header), Buffer.from(csrfToken)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The value of a cookie in a `Cookie` header. */
export function cookieIn(header: string, wanted: string): string | undefined {
  const parts = header.split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(`${wanted}=`))?.slice(wanted.length + 1)
}

function sealedIn(header: string): string | undefined {
  const first = cookieIn(header, name)
  const [, count, rest = ''] = /^([23])~(.*)$/.exec(first ?? '') ?? []
  if (count === undefined) return first
  const others = Array.from({ length: Number(count) - 1 }, (_, index) =>
    cookieIn(header, `${name}-${index + 1}`),
  )
  return [rest, ...others.map((part) => part ?? '')].join('')
}
