import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { CredentialStore } from '../../oci/auth/store-credentials.ts'
import { type LocationFlags, helmLocations } from '../options/helm-locations.ts'
import type { Ports } from '../verb.ts'
import { credentialEnvironment } from '../options/credential-environment.ts'

/** Where logins are kept: Helm's file, and the helpers that it names. */
export async function openCredentialStore(
  given: LocationFlags,
  ports: Ports,
): Promise<CredentialStore> {
  return {
    path: helmLocations(given, ports).registryConfig,
    environment: credentialEnvironment(ports),
    defaultHelper: await defaultCredentialHelper(ports),
  }
}

/** The name of the system's own credential helper, when it is installed: what Helm begins with. */
async function defaultCredentialHelper(ports: Ports): Promise<string | undefined> {
  const [platform = ''] = ports.runtime.platform.split('/')
  const name = await nameFor(platform, ports)
  if (name === undefined) return undefined
  return (await isOnPath(`docker-credential-${name}`, ports)) ? name : undefined
}

async function nameFor(platform: string, ports: Ports): Promise<string | undefined> {
  if (platform === 'darwin') return 'osxkeychain'
  if (platform === 'win32') return 'wincred'
  if (platform !== 'linux') return undefined
  return (await isOnPath('pass', ports)) ? 'pass' : 'secretservice'
}

async function isOnPath(program: string, { environment, runtime }: Ports): Promise<boolean> {
  const file = runtime.platform.startsWith('win32/') ? `${program}.exe` : program
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue
    try {
      await access(join(folder, file), constants.X_OK)
      return true
    } catch {
      // Not in this folder.
    }
  }
  return false
}
