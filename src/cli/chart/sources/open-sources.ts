import { join } from 'node:path'
import type { FindCredentials } from '../../../oci/auth/credentials.ts'
import { credentialsFromFiles } from '../../../oci/auth/find-credentials.ts'
import { readTlsFiles } from '../../../oci/client/read-tls-files.ts'
import type { TlsOptions } from '../../../oci/client/connect.ts'
import type { FetchOptions } from '../../../sources/chart-request.ts'
import { addressPolicyOf } from '../../options/address-policy.ts'
import { credentialEnvironment } from '../../options/credential-environment.ts'
import { type HelmLocations, helmLocations } from '../../options/helm-locations.ts'
import type { Ports } from '../../verb.ts'
import type { Connection } from './source-options.ts'

/** The places, policy and logins that fetching uses in one command. */
export interface Sources {
  readonly locations: HelmLocations
  /** Of the flags, for what the flags name. */
  readonly tls: TlsOptions
  readonly login: Connection['login']
  readonly fetching: FetchOptions
}

export async function openSources(
  connection: Connection,
  ports: Ports,
  signal: AbortSignal,
): Promise<Sources> {
  const locations = helmLocations(connection.locations, ports)
  return {
    locations,
    tls: await readTlsFiles(connection.tls, signal),
    login: connection.login,
    fetching: {
      policy: addressPolicyOf(connection.allow, ports),
      indexFolder: locations.repositoryCache,
      findCredentials: findLogin(connection, locations, ports),
      plainHttp: connection.plainHttp,
      gitEnvironment: credentialEnvironment(ports),
    },
  }
}

/**
 * The same, with charts kept by their digest, for commands that use a chart and do not keep it. The folder
 * is made when the first chart is fetched.
 */
export function withCache({ locations, fetching }: Sources): () => Promise<FetchOptions> {
  let opened: Promise<FetchOptions> | undefined
  const open = async () => {
    const { openContentCache } = await import('../../../sources/cache/content-cache.ts')
    // Beside Helm's own entries: its cache trusts names, ours checks what it reads.
    const cache = await openContentCache({ root: join(locations.contentCache, 'outrigger') })
    return { ...fetching, cache }
  }
  return () => (opened ??= open())
}

/** Flags first, as in Helm, then the logins of helm and docker. */
function findLogin(
  { login }: Connection,
  { registryConfig, dockerConfig }: HelmLocations,
  ports: Ports,
): FindCredentials {
  if (login !== undefined) return async () => ({ kind: 'password', ...login })
  const environment = credentialEnvironment(ports)
  return credentialsFromFiles([registryConfig, dockerConfig], { environment })
}
