/** A user of a registry. */
export interface DockerLogin {
  readonly username: string
  readonly password: string
}

interface Entry {
  readonly auth?: unknown
  readonly username?: unknown
  readonly password?: unknown
}

/** The login for a host in a docker config, as Secrets of the type kubernetes.io/dockerconfigjson hold it. */
export function readDockerLogin(config: string, host: string): DockerLogin | undefined {
  const entry = entriesOf(config).find(([name]) => hostOf(name) === host)?.[1]
  if (entry === undefined) return undefined
  if (typeof entry.username === 'string' && typeof entry.password === 'string') {
    return { username: entry.username, password: entry.password }
  }
  if (typeof entry.auth !== 'string') return undefined
  const text = Buffer.from(entry.auth, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

function entriesOf(config: string): readonly (readonly [string, Entry])[] {
  try {
    const { auths } = JSON.parse(config) as { readonly auths?: Readonly<Record<string, Entry>> }
    return Object.entries(auths ?? {})
  } catch {
    // A config that is no JSON has no login in it; the status says so.
    return []
  }
}

function hostOf(name: string): string {
  return name.replace(/^https?:\/\//, '').split('/')[0] ?? ''
}
