import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { listenHttp } from '../../std/node/listen-http.ts'

/** A small OpenID provider: it checks PKCE, gives a code and a refresh token once each, and knows one person at a time. */
export interface ServedProvider {
  readonly issuer: string
  /** The claims of the person who signs in next, or whose session is refreshed next. */
  claims: Record<string, unknown>
  /** The audience of ID tokens. */
  audience: string
  /** Whether ID tokens are signed by a key that is not published. */
  isForged: boolean
  /** How often a refresh token was used. */
  refreshes: number
  /** Whether the provider still knows the person. */
  knows: boolean
  readonly close: () => Promise<void>
}

interface Begun {
  readonly challenge: string
  readonly nonce: string
  readonly redirect: string
}

export const testClientId = 'outrigger-test'

/** Serves it on this machine. */
// oxlint-disable-next-line max-lines-per-function -- it is one small protocol, request by request
export async function serveProvider(): Promise<ServedProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const others = await generateKeyPair('RS256')
  const codes = new Map<string, Begun>()
  const refreshTokens = new Set<string>()
  const tokens = async (nonce: string | undefined) => {
    const refresh = randomBytes(16).toString('base64url')
    refreshTokens.add(refresh)
    const now = Math.floor(Date.now() / 1000)
    const idToken = await new SignJWT({ ...provider.claims, ...(nonce ? { nonce } : {}) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.issuer)
      .setAudience(provider.audience)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(provider.isForged ? others.privateKey : keys.privateKey)
    return {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: refresh,
      id_token: idToken,
    }
  }
  const takeCode = (form: URLSearchParams): Begun | undefined => {
    const code = form.get('code') ?? ''
    const begun = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood = begun?.challenge === challenge && begun.redirect === form.get('redirect_uri')
    return isGood ? begun : undefined
  }
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await textOf(request))
    if (form.get('grant_type') === 'refresh_token') {
      provider.refreshes++
      const isKnown = refreshTokens.delete(form.get('refresh_token') ?? '') && provider.knows
      if (!isKnown) return sendJson(response, { error: 'invalid_grant' }, 400)
      return sendJson(response, await tokens(undefined))
    }
    const begun = takeCode(form)
    if (begun === undefined) return sendJson(response, { error: 'invalid_grant' }, 400)
    return sendJson(response, await tokens(begun.nonce))
  }
  const authorize = (url: URL, response: ServerResponse) => {
    const query = url.searchParams
    const code = randomBytes(16).toString('base64url')
    const redirect = query.get('redirect_uri') ?? ''
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? '']
    codes.set(code, { challenge, nonce, redirect })
    const back = new URL(redirect)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('session_state', 'of the provider')
    response.writeHead(302, { location: back.href }).end()
  }
  const { server, url } = await listenHttp(
    (request, response) => {
      const asked = new URL(request.url ?? '/', provider.issuer)
      if (asked.pathname === '/authorize') authorize(asked, response)
      else if (asked.pathname === '/token') void token(request, response)
      else if (asked.pathname === '/jwks') {
        void exportJWK(keys.publicKey).then((key) =>
          sendJson(response, { keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] }),
        )
      } else {
        sendJson(response, {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        })
      }
    },
    { host: '127.0.0.1', port: 0 },
  )
  const provider: ServedProvider = {
    issuer: url,
    claims: { sub: 'anna', groups: ['dev'] },
    audience: testClientId,
    isForged: false,
    refreshes: 0,
    knows: true,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return provider
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
