import { type HelperOptions, askCredentialHelper } from './credential-helper.ts'
import type { Credentials, FindCredentials } from './credentials.ts'
import { type DockerConfig, keysOf, readDockerConfig } from './docker-config.ts'

/**
 * Credentials from files such as Helm's registry/config.json and Docker's config.json, the first that
 * knows the place. In each the order is Docker's: the host's own helper, the common helper, the file.
 * Files are read when they are asked, so that a login elsewhere counts at once.
 */
export function credentialsFromFiles(
  paths: readonly string[],
  options: HelperOptions = {},
): FindCredentials {
  return async (place, signal) => {
    for (const path of paths) {
      const config = await readDockerConfig(path, signal)
      const found = config && (await findInConfig(config, place, options, signal))
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** The same credentials for one host and none for any other. */
export function credentialsForHost(host: string, credentials: Credentials): FindCredentials {
  return async (place) => (place.host === host ? credentials : undefined)
}

async function findInConfig(
  config: DockerConfig,
  { host, repository }: { readonly host: string; readonly repository: string | undefined },
  options: HelperOptions,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const keys = keysOf(host, repository)
  const own = keys.map((key) => config.helpers.get(key)).find((name) => name !== undefined)
  const helper = own ?? config.store
  if (helper !== undefined) {
    const found = await askCredentialHelper(helper, host, options, signal)
    if (found !== undefined) return found
  }
  return keys.map((key) => config.auths.get(key)).find((found) => found !== undefined)
}
