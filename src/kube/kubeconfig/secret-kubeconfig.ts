import { systemClock } from '../../std/clock.ts'
import type { Connection } from '../connection.ts'
import { KubeError } from '../errors.ts'
import { connectionOfKubeconfig } from './connection-of-kubeconfig.ts'
import type { ClusterEntry, UserEntry } from './kubeconfig.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'

/**
 * The things that a kubeconfig from a Secret may say besides addresses, certificates and tokens.
 */
export interface SecretKubeconfigPolicy {
  readonly proxy: 'allow' | 'refuse'
}

/**
 * The connection of a kubeconfig that came from an object. The right to write a Secret must not
 * give the right to run programs here or to have our files sent elsewhere: exec plugins, auth
 * providers and file names are refused wherever they stand in it, whether its context uses them or
 * not.
 */
export async function connectionOfSecret(
  text: string,
  where: string,
  policy: SecretKubeconfigPolicy,
): Promise<Connection> {
  const config = parseKubeconfig(text, `/${where}`)
  for (const [name, cluster] of config.clusters)
    refuse(where, name, forbiddenInCluster(cluster, policy))
  for (const [name, user] of config.users) refuse(where, name, forbiddenInUser(user))
  return connectionOfKubeconfig(
    config,
    {},
    { environment: {}, clock: systemClock, terminal: false },
  )
}

function forbiddenInCluster(
  cluster: ClusterEntry,
  policy: SecretKubeconfigPolicy,
): readonly string[] {
  return [
    ...(cluster.certificateAuthority === '' ? [] : ['certificate-authority']),
    ...(cluster.proxyUrl === '' || policy.proxy === 'allow' ? [] : ['proxy-url']),
  ]
}

function forbiddenInUser(user: UserEntry): readonly string[] {
  return [
    ...(user.exec === undefined ? [] : ['exec']),
    ...(user.authProvider === undefined ? [] : ['auth-provider']),
    ...(user.clientCertificate === '' ? [] : ['client-certificate']),
    ...(user.clientKey === '' ? [] : ['client-key']),
    ...(user.tokenFile === '' ? [] : ['tokenFile']),
  ]
}

function refuse(where: string, name: string, fields: readonly string[]): void {
  if (fields.length === 0) return
  const message = `the kubeconfig of ${where} uses ${fields.join(', ')} in ${JSON.stringify(name)}; a kubeconfig from a Secret may hold only data, a token or a password`
  throw new KubeError('refused', message)
}
