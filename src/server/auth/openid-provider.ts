import type { Configuration, CustomFetch, IDToken } from 'openid-client'
import { Agent, fetch } from 'undici'
import type { Clock } from '../../std/clock.ts'
import type { Owner } from './identity.ts'
import type { OidcStanding } from './sessions.ts'

/** How people sign in by an OpenID provider. Claims and prefixes mean what they mean to a Kubernetes API server. */
export interface OidcOptions {
  readonly issuer: URL
  readonly clientId: string
  /** Absent for public clients; PKCE protects the flow either way. */
  readonly clientSecret?: string
  readonly scopes: readonly string[]
  readonly usernameClaim: string
  /** Before the claim; `ISSUER#` for claims other than email when absent. */
  readonly usernamePrefix?: string
  readonly groupsClaim: string
  readonly groupsPrefix: string
  /** Authorities of the provider's certificate, in PEM; those of Node when absent. */
  readonly authorities?: string
}

/** A sign-in that was begun and awaits the answer of the provider. */
export interface OidcFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirect: string
  /** Where to go afterwards, a path of ours. */
  readonly returnTo: string
}

/** Milliseconds after which a provider that gives refresh tokens is asked again. */
const askAgainAfter = 5 * 60_000
const patienceSeconds = 10

/** An OpenID provider, by the authorization code flow with PKCE. */
export class OpenIdProvider {
  private readonly options: OidcOptions
  private readonly clock: Clock
  private discovered: Promise<Configuration> | undefined

  constructor(options: OidcOptions, clock: Clock) {
    const { protocol, hostname } = options.issuer
    const isOwn = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
    if (protocol !== 'https:' && !(protocol === 'http:' && isOwn)) {
      throw new Error(`the OpenID issuer ${options.issuer.href} must be https`)
    }
    this.options = options
    this.clock = clock
  }

  /** Begins a sign-in: the address to send the browser to, and the flow to remember. */
  async begin(redirect: string, returnTo: string): Promise<{ url: URL; flow: OidcFlow }> {
    const openid = await import('openid-client')
    const config = await this.configuration()
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: this.options.scopes.join(' '),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url, flow: { state, nonce, verifier, redirect, returnTo } }
  }

  /** Ends a sign-in with the query that the provider sent the browser back with. Throws when anything is wrong with it. */
  async finish(query: string, flow: OidcFlow): Promise<OidcStanding> {
    const openid = await import('openid-client')
    const url = new URL(flow.redirect)
    url.search = query
    const answer = await openid.authorizationCodeGrant(await this.configuration(), url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    const claims = answer.claims()
    if (claims === undefined) throw new Error('the OpenID provider gave no ID token')
    const owner = ownerOfClaims(claims, this.options)
    return this.standing(owner, answer.refresh_token ?? '', claims.exp)
  }

  /** The standing after its time; undefined when the provider does not go on with it. */
  async refresh({ owner, refresh }: OidcStanding): Promise<OidcStanding | undefined> {
    if (refresh === '') return undefined
    const openid = await import('openid-client')
    try {
      const answer = await openid.refreshTokenGrant(await this.configuration(), refresh)
      const claims = answer.claims()
      // Providers may leave the ID token out; the owner stays the same then.
      const next = claims === undefined ? owner : ownerOfClaims(claims, this.options)
      if (next.user !== owner.user) return undefined
      return this.standing(next, answer.refresh_token ?? refresh, claims?.exp)
    } catch (error) {
      if (error instanceof openid.ResponseBodyError && error.status < 500) return undefined
      throw error
    }
  }

  private standing(owner: Owner, refresh: string, expires: number | undefined): OidcStanding {
    const soon = this.clock.now() + askAgainAfter
    const end = expires === undefined ? soon : expires * 1000
    return { owner, refresh, until: refresh === '' ? end : Math.min(end, soon) }
  }

  private configuration(): Promise<Configuration> {
    this.discovered ??= this.discover()
    // A question that failed is asked again.
    this.discovered.catch(() => (this.discovered = undefined))
    return this.discovered
  }

  private async discover(): Promise<Configuration> {
    const openid = await import('openid-client')
    const { issuer, clientId, clientSecret, authorities } = this.options
    const authentication =
      clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret)
    const insecure = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    return openid.discovery(issuer, clientId, {}, authentication, {
      timeout: patienceSeconds,
      // The signature of ID tokens is checked although they come from the provider itself.
      execute: [openid.enableNonRepudiationChecks, ...insecure],
      ...(authorities === undefined ? {} : { [openid.customFetch]: fetchTrusting(authorities) }),
    })
  }
}

function fetchTrusting(authorities: string): CustomFetch {
  const dispatcher = new Agent({ connect: { ca: authorities } })
  return async (url, options) => {
    // The same thing by two names: that of browsers and that of undici.
    const init: object = { ...options, dispatcher }
    return fetch(url, init)
  }
}

/** The user and the groups of an ID token. Throws when they could be taken for somebody of the cluster itself. */
function ownerOfClaims(claims: IDToken, options: OidcOptions): Owner {
  const { issuer, usernameClaim, groupsClaim, groupsPrefix } = options
  const name = claims[usernameClaim]
  if (typeof name !== 'string' || name === '') {
    throw new Error(
      `the ID token has no claim ${JSON.stringify(usernameClaim)} to know the user by`,
    )
  }
  if (usernameClaim === 'email' && claims['email_verified'] === false) {
    throw new Error('the OpenID provider has not verified the e-mail address')
  }
  const usual = usernameClaim === 'email' ? '' : `${issuer.href.replace(/\/$/, '')}#`
  const user = `${options.usernamePrefix ?? usual}${name}`
  if (user.startsWith('system:')) throw new Error('an OpenID user may not be one of the system')
  const listed = claims[groupsClaim]
  const groups = (Array.isArray(listed) ? listed : typeof listed === 'string' ? [listed] : [])
    .filter((group): group is string => typeof group === 'string')
    .map((group) => `${groupsPrefix}${group}`)
    // The cluster alone says who belongs to these.
    .filter((group) => !group.startsWith('system:'))
  return { user, uid: '', groups, extra: {} }
}
