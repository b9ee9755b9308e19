import { Agent } from 'undici'
import type { Clock } from '../../std/clock.ts'
import { createLock } from '../../std/lock.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { numberAt, textAt } from '../../objects/kube-object.ts'
import type { Credentials } from '../credentials.ts'
import { KubeError } from '../errors.ts'
import { readJson } from '../json.ts'

/** Asks an identity provider: a GET, or a POST of a form; gives the JSON of a 200. */
export type AskProvider = (
  url: string,
  form: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
) => Promise<Json>

export interface OidcPorts {
  readonly clock: Clock
  readonly ask: AskProvider
}

// A token that ends during the request is of no use.
const leeway = 10_000
const askTimeout = 30_000
const maxAnswer = 1024 * 1024

/**
 * The id-token of kubectl's oidc provider, renewed with the refresh-token when it expires. New tokens are
 * kept in memory; the kubeconfig is not written.
 */
export function oidcCredentials(
  config: Readonly<Record<string, string>>,
  ports: OidcPorts,
): Credentials {
  const issuer = needed(config, 'idp-issuer-url')
  const clientId = needed(config, 'client-id')
  const lock = createLock()
  let idToken = config['id-token'] ?? ''
  let refreshToken = config['refresh-token'] ?? ''
  return {
    current: (signal) =>
      lock(async () => {
        if (idToken === '' || expiryOf(idToken) - leeway <= ports.clock.now()) {
          if (refreshToken === '') throw notValid('there is no refresh-token to get another')
          const tokenUrl = await tokenEndpoint(issuer, ports.ask, signal)
          const form = {
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
            client_id: clientId,
            client_secret: config['client-secret'] ?? '',
          }
          const answer = await ports.ask(tokenUrl, form, signal)
          idToken = textAt(answer, ['id_token'])
          if (idToken === '') throw notValid(`${issuer} gave no id_token`)
          refreshToken = textAt(answer, ['refresh_token']) || refreshToken
        }
        return { authorization: `Bearer ${idToken}` }
      }),
    refused: () => false,
  }
}

/** Asks over the network, trusting the given authority instead of this machine's own. */
export function askProviderOver(ca: string | undefined): AskProvider {
  return async (url, form, signal) => {
    const dispatcher = new Agent({ connect: ca === undefined ? {} : { ca } })
    const { origin, pathname, search } = new URL(url)
    try {
      const { statusCode, body } = await dispatcher.request({
        origin,
        path: `${pathname}${search}`,
        signal: AbortSignal.any([signal, AbortSignal.timeout(askTimeout)]),
        ...(form === undefined
          ? { method: 'GET' }
          : {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: new URLSearchParams(form).toString(),
            }),
      })
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.length
        if (size > maxAnswer) throw notValid(`${url} answers with too much`)
        chunks.push(chunk)
      }
      if (statusCode !== 200) throw notValid(`${url} answers with ${statusCode}`)
      return readJson(Buffer.concat(chunks))
    } finally {
      await dispatcher.destroy()
    }
  }
}

async function tokenEndpoint(
  issuer: string,
  ask: AskProvider,
  signal: AbortSignal,
): Promise<string> {
  const wellKnown = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const url = textAt(await ask(wellKnown, undefined, signal), ['token_endpoint'])
  if (url === '') throw notValid(`${wellKnown} names no token_endpoint`)
  return url
}

function needed(config: Readonly<Record<string, string>>, name: string): string {
  const value = config[name] ?? ''
  if (value === '') throw new KubeError('bad-config', `auth provider oidc: ${name} is missing`)
  return value
}

// Milliseconds since 1970; a token that cannot be read counts as expired.
function expiryOf(token: string): number {
  try {
    const claims = readJson(Buffer.from(token.split('.')[1] ?? '', 'base64url'))
    const seconds = isJsonObject(claims) ? numberAt(claims, ['exp']) : undefined
    return (seconds ?? 0) * 1000
  } catch {
    return 0
  }
}

function notValid(why: string): KubeError {
  return new KubeError('unauthorized', `the oidc id-token is no longer valid: ${why}`)
}
