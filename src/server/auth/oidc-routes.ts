import { ProblemError } from '../http/problem.ts'
import type { Call, Reply, Route } from '../http/route.ts'
import { schemaNamed } from '../resources/schemas.ts'
import type { SignInMethods } from '../contract.ts'
import { type SignInPorts, notSignedIn, tooManyAttempts } from './session-routes.ts'

const tag = 'session'
const callbackPath = '/sign-in/oidc/callback'

/** Signing in by an OpenID provider. */
export function oidcRoutes(ports: SignInPorts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/sign-in-methods',
      operationId: 'listSignInMethods',
      summary: 'Tells how one can sign in here',
      tag,
      for: 'everybody',
      answers: { 200: { description: 'The ways.', schema: schemaNamed('SignInMethods') } },
      run: async () => ({ status: 200, body: methodsOf(ports) }),
    },
    {
      method: 'GET',
      path: '/sign-in/oidc',
      operationId: 'beginOidcSignIn',
      summary: 'Sends the browser to the OpenID provider',
      tag,
      for: 'everybody',
      query: {
        returnTo: {
          description: 'The path of the page to come back to.',
          // One slash and no backslash: browsers take anything else for another host.
          schema: { type: 'string', maxLength: 512, pattern: String.raw`^/([^/\\\s][^\\\s]*)?$` },
          example: '/extensions',
        },
      },
      answers: { 303: { description: 'To the provider.' } },
      problems: [404],
      run: (call) => begin(ports, call),
    },
    {
      method: 'GET',
      path: callbackPath,
      operationId: 'finishOidcSignIn',
      summary: 'Takes the answer of the OpenID provider, and leads to the page',
      tag,
      for: 'everybody',
      isAudited: true,
      hasOpenQuery: true,
      answers: { 303: { description: 'Signed in, or back to the page with an error.' } },
      problems: [401, 404],
      run: (call) => finish(ports, call),
    },
  ]
}

function methodsOf({ oidc, certificates, isSandbox }: SignInPorts): SignInMethods {
  return {
    token: true,
    link: isSandbox,
    certificate: certificates !== undefined,
    ...(oidc === undefined ? {} : { oidc: '/sign-in/oidc' }),
  }
}

async function begin(ports: SignInPorts, call: Call): Promise<Reply> {
  const { returnTo } = call.query
  const target = typeof returnTo === 'string' ? returnTo : '/'
  try {
    const { url, cookie } = await oidcOf(ports).begin(redirectOf(ports, call), target)
    return { status: 303, headers: { location: url, 'set-cookie': cookie } }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    ports.failed(error)
    const detail = 'the OpenID provider does not answer; try again in a moment'
    const headers = { 'retry-after': '5' }
    throw new ProblemError(503, 'ProviderUnavailable', detail, { headers, cause: error })
  }
}

async function finish(ports: SignInPorts, call: Call): Promise<Reply> {
  const oidc = oidcOf(ports)
  const wait = ports.attempts.waitOf(call.remoteAddress)
  if (wait > 0) throw tooManyAttempts(wait)
  const { cookie } = call.headers
  try {
    const done = await oidc.finish(call.rawQuery, typeof cookie === 'string' ? cookie : '')
    if (done === undefined) throw notSignedIn('provider')
    const { cookies, returnTo, owner } = done
    return { status: 303, signsIn: owner, headers: { 'set-cookie': cookies, location: returnTo } }
  } catch (error) {
    ports.attempts.failed(call.remoteAddress, call.rawQuery)
    if (!(error instanceof ProblemError)) ports.failed(error)
    throw error instanceof ProblemError ? error : notSignedIn('provider')
  }
}

function oidcOf({ oidc }: SignInPorts): NonNullable<SignInPorts['oidc']> {
  if (oidc !== undefined) return oidc
  throw new ProblemError(404, 'NotFound', 'this server has no OpenID provider to sign in by')
}

/** The Host was checked before; another one would not have come here. */
function redirectOf({ publicUrl, scheme }: SignInPorts, { headers }: Call): string {
  return `${publicUrl ?? `${scheme}://${String(headers['host'])}`}${callbackPath}`
}
