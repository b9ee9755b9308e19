import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { uidOf } from '../../objects/kube-object.ts'
import { withDeadline } from '../../std/clock.ts'
import type { ReloadingTls } from '../http/tls-files.ts'
import type { ServerOptions } from '../server-options.ts'
import { SignInAttempts } from './attempts.ts'
import { SignInLinks } from './links.ts'
import { OidcSignIn } from './oidc-sign-in.ts'
import { ProxySignIn } from './proxy-headers.ts'
import { TokenReviewer } from './review-token.ts'
import type { SignInPorts } from './session-routes.ts'
import { Sessions } from './sessions.ts'

/** Milliseconds for one question. */
const patience = 60_000

/** Every way to sign in that the options name. Nothing is asked of anybody yet. */
export function assembleSignIn(
  options: Omit<ServerOptions, 'audit'>,
  tls: ReloadingTls | undefined,
): SignInPorts {
  const { client, secret, kept, isSandbox, failed, oidc, proxy, publicUrl } = options
  const { clock } = client
  const clusterOf = rememberCluster()
  // Behind a proxy that speaks TLS, cookies stay with TLS, too.
  const secure = tls !== undefined || publicUrl?.startsWith('https:') === true
  const sessions = new Sessions({ secret, clock, kept, secure, cluster: () => clusterOf(client) })
  return {
    sessions,
    tokens: new TokenReviewer(client),
    links: new SignInLinks(clock),
    attempts: new SignInAttempts(clock),
    isSandbox,
    scheme: tls === undefined ? 'http' : 'https',
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(options.ownerKey === undefined ? {} : { ownerKey: options.ownerKey }),
    ...(oidc === undefined
      ? {}
      : { oidc: new OidcSignIn({ provider: oidc, secret, clock, secure, sessions }) }),
    ...(proxy === undefined ? {} : { proxy: new ProxySignIn(proxy) }),
    ...(tls === undefined || options.clientCertificates !== true
      ? {}
      : { certificates: { authorities: () => tls.authorities(), clock } }),
    failed,
  }
}

/** Asks once for the UID of the namespace kube-system, which tells clusters apart. */
function rememberCluster(): (client: KubeClient) => Promise<string> {
  let known: Promise<string> | undefined
  return (client) => {
    known ??= withDeadline(client.clock, patience, async (signal) => {
      const target = { resource: namespaces, name: 'kube-system' }
      const object = await getObject(client, target, {}, signal)
      return object === undefined ? 'no kube-system' : uidOf(object)
    })
    // A question that failed is asked again.
    known.catch(() => (known = undefined))
    return known
  }
}

const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
} as const
