import { randomBytes, timingSafeEqual } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../std/clock.ts'
import { ProblemError } from '../http/problem.ts'
import type { Identity } from './identity.ts'

/** Where sign-outs are kept, so that a restart does not undo them. */
export interface KeptSignOuts {
  /** The text that was kept last; undefined when there is none. */
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
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
const lifetime = 8 * 3600
const issuer = 'outrigger'
const name = 'outrigger-session'
/** Browsers drop cookies that are longer, without a word. */
const longestCookie = 4000

type Owner = Pick<Identity, 'user' | 'uid' | 'groups' | 'extra'>

/** The one whom a session stands for: by a token, which is asked about again and again, or by a link. */
export type SessionOwner = { readonly token: string } | { readonly owner: Owner }

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

  constructor(options: SessionOptions) {
    this.options = options
  }

  /** The `Set-Cookie` header that signs somebody in. Throws a problem when a cookie cannot hold it. */
  async begin(stands: SessionOwner): Promise<string> {
    const now = this.seconds()
    const token = await new EncryptJWT({
      stands,
      began: this.options.clock.now(),
      csrf: randomBytes(24).toString('base64url'),
    })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuer(issuer)
      .setAudience(await this.options.cluster())
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .encrypt(this.options.secret)
    if (token.length <= longestCookie) return this.cookie(token, lifetime)
    const detail =
      'this token is too long for a cookie: send it as "Authorization: Bearer TOKEN" with every request'
    throw new ProblemError(400, 'TokenTooLong', detail)
  }

  /** The session of a `Cookie` header; undefined when there is none that holds. */
  async read(header: string | undefined): Promise<Session | undefined> {
    const token = cookieIn(header ?? '')
    if (token === undefined) return undefined
    const audience = await this.options.cluster()
    const claims = await this.decrypt(token, audience)
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
    known.ended.set(id, this.seconds() + lifetime)
    await this.keep(known)
  }

  /** Ends every session of a user. */
  async endAll(user: string): Promise<void> {
    const known = await this.known()
    known.everywhere.set(user, this.options.clock.now())
    await this.keep(known)
  }

  /** The `Set-Cookie` header that takes the cookie away. */
  goodbye(): string {
    return this.cookie('', 0)
  }

  private async decrypt(token: string, audience: string): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtDecrypt<Claims>(token, this.options.secret, {
        issuer,
        audience,
        currentDate: new Date(this.options.clock.now()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return payload
    } catch {
      // Of another key or cluster, expired, or no token at all: it signs in nobody.
      return undefined
    }
  }

  private known(): Promise<SignOuts> {
    this.signOuts ??= this.options.kept.read().then(readSignOuts)
    return this.signOuts
  }

  private async keep({ ended, everywhere }: SignOuts): Promise<void> {
    const now = this.seconds()
    // Entries are in the order in which they end, for all sessions last equally long.
    for (const [id, until] of ended) {
      if (until >= now) break
      ended.delete(id)
    }
    for (const [user, since] of everywhere) {
      if (since / 1000 + lifetime < now) everywhere.delete(user)
    }
    await this.options.kept.write(
      JSON.stringify({ ended: [...ended], everywhere: [...everywhere] }),
    )
  }

  private cookie(value: string, seconds: number): string {
    const secure = this.options.secure ? '; Secure' : ''
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
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

/** Whether a request carries the proof that it comes from our own page. */
export function hasCsrfToken({ csrfToken }: Identity, header: unknown): boolean {
  if (typeof header !== 'string' || csrfToken === '') return false
  const [given, wanted] = [Buffer.from(header), Buffer.from(csrfToken)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function cookieIn(header: string): string | undefined {
  const parts = header.split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
}
