import { readFile } from 'node:fs/promises'
import type { SiteFile } from '../../../kinds/site-file.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { credentialsForHost } from '../../../oci/auth/find-credentials.ts'
import { type Registry, connectRegistry } from '../../../oci/client/registry.ts'
import { createTransport } from '../../../oci/client/transport.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import { SiteError } from '../../../site/errors.ts'
import { secretsInFolder } from '../../../site/cluster/machine-access.ts'
import type { SitePaths } from '../../../site/install/site-paths.ts'
import { readPlatformProcess } from '../platform-process.ts'

const secrets = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
} as const
const secretName = 'outrigger-site-registry'

interface Login {
  readonly username: string
  readonly password: string
}

/** The registry of a site: anybody may read from the embedded one. */
export type SiteRegistry = {
  readonly host: string
  /** Below which everything goes; empty for none. */
  readonly folder: string
} & (
  | { readonly kind: 'embedded'; readonly login: Login }
  | { readonly kind: 'existing'; readonly login: Login | undefined }
)

/** Finds the registry that a site names, or else that of the platform beside the installer. */
export async function findSiteRegistry(
  { registry }: SiteFile,
  paths: SitePaths,
  signal: AbortSignal,
): Promise<SiteRegistry> {
  if (registry?.kind === 'existing' && registry.address !== undefined) {
    const [host = '', ...folder] = registry.address.split('/')
    const read = secretsInFolder(paths.secrets)
    const found = registry.secretName && (await read(registry.secretName, signal))
    const login =
      typeof found === 'object'
        ? { username: found['username'] ?? '', password: found['password'] ?? '' }
        : undefined
    return { host, folder: folder.join('/'), login, kind: 'existing' }
  }
  const platform = await readPlatformProcess(paths)
  if (platform?.registry === undefined || platform.registryTokenFile === undefined) {
    const todo = 'name an existing one in registry.address'
    throw new SiteError('bad-site', `the platform has no registry here: ${todo}`)
  }
  const password = (await readFile(platform.registryTokenFile, 'utf8')).trim()
  const login = { username: 'outrigger', password }
  return { host: platform.registry, folder: '', login, kind: 'embedded' }
}

/** Opens the registry of a site for writing. */
export function connectSiteRegistry({ host, login }: Pick<SiteRegistry, 'host' | 'login'>): {
  readonly registry: Registry
  readonly close: () => Promise<void>
} {
  const transport = createTransport()
  const findCredentials =
    login === undefined ? undefined : credentialsForHost(host, { kind: 'password', ...login })
  const registry = connectRegistry(host, {
    transport,
    ...(findCredentials === undefined ? {} : { findCredentials }),
  })
  return { registry, close: () => transport.close() }
}

/** Writes the login of the registry for the operator; gives the name of its Secret. */
export async function writeLogin(
  login: Login,
  client: KubeClient,
  signal: AbortSignal,
): Promise<string> {
  const body = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName, namespace: platformNamespace },
    stringData: { ...login },
  }
  await applyObject(client, secrets, body, { force: true }, signal)
  return secretName
}
