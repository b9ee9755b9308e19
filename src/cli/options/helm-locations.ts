import { join } from 'node:path'
import type { OptionSpec } from '../command-spec.ts'
import type { Environment, Ports } from '../verb.ts'

/** Where Helm keeps what it knows; we keep it in the same places, so that both see the same. */
export interface HelmLocations {
  /** repositories.yaml: names and addresses of repositories. */
  readonly repositoryConfig: string
  /** The folder of NAME-index.yaml and NAME-charts.txt. */
  readonly repositoryCache: string
  /** config.json with the logins to registries, in Docker's format. */
  readonly registryConfig: string
  /** Charts by their digest. */
  readonly contentCache: string
  /** The folder where starters and plugins are. */
  readonly dataHome: string
  /** Docker's own logins, asked after those of Helm. */
  readonly dockerConfig: string
  /** The public keys by which a chart is verified unless others are named. */
  readonly keyring: string
}

/** Helm's flags for these places, on the commands that use repositories. */
export const locationOptions = {
  'repository-config': {
    kind: 'text',
    value: 'FILE',
    summary: 'names and addresses of repositories; $HELM_REPOSITORY_CONFIG unless given',
  },
  'repository-cache': {
    kind: 'text',
    value: 'FOLDER',
    summary: 'cached indexes of repositories; $HELM_REPOSITORY_CACHE unless given',
  },
  'registry-config': {
    kind: 'text',
    value: 'FILE',
    summary: 'logins to registries; $HELM_REGISTRY_CONFIG unless given',
  },
  'content-cache': {
    kind: 'text',
    value: 'FOLDER',
    summary: 'downloaded charts by their digest; $HELM_CONTENT_CACHE unless given',
  },
} as const satisfies Record<string, OptionSpec>

export type LocationFlags = {
  readonly [K in keyof typeof locationOptions]?: string | undefined
}

/** Helm's places: a flag first, then Helm's variable, then the folders of the system. */
export function helmLocations(given: LocationFlags, ports: Ports): HelmLocations {
  const { environment } = ports
  const platform = ports.runtime.platform.split('/')[0] ?? ''
  const place = (kind: Kind, ...names: readonly string[]) =>
    join(homeOf(kind, environment, platform), ...names)
  const config = (...names: string[]) => place('config', ...names)
  const cache = (...names: string[]) => place('cache', ...names)
  return {
    repositoryConfig:
      given['repository-config'] ||
      environment['HELM_REPOSITORY_CONFIG'] ||
      config('repositories.yaml'),
    repositoryCache:
      given['repository-cache'] || environment['HELM_REPOSITORY_CACHE'] || cache('repository'),
    registryConfig:
      given['registry-config'] ||
      environment['HELM_REGISTRY_CONFIG'] ||
      config('registry', 'config.json'),
    contentCache: given['content-cache'] || environment['HELM_CONTENT_CACHE'] || cache('content'),
    dataHome: place('data'),
    dockerConfig: join(
      environment['DOCKER_CONFIG'] || join(userHome(environment, platform), '.docker'),
      'config.json',
    ),
    keyring: join(
      environment['GNUPGHOME'] ?? join(userHome(environment, platform), '.gnupg'),
      'pubring.gpg',
    ),
  }
}

type Kind = 'cache' | 'config' | 'data'

const variables = {
  cache: { helm: 'HELM_CACHE_HOME', xdg: 'XDG_CACHE_HOME' },
  config: { helm: 'HELM_CONFIG_HOME', xdg: 'XDG_CONFIG_HOME' },
  data: { helm: 'HELM_DATA_HOME', xdg: 'XDG_DATA_HOME' },
} as const

const folders = {
  unix: { cache: ['.cache'], config: ['.config'], data: ['.local', 'share'] },
  darwin: {
    cache: ['Library', 'Caches'],
    config: ['Library', 'Preferences'],
    data: ['Library'],
  },
} as const

/** Helm's own variable names the folder itself; everywhere else it is a folder `helm` in another. */
function homeOf(kind: Kind, environment: Environment, platform: string): string {
  const own = environment[variables[kind].helm]
  if (own) return own
  const common = environment[variables[kind].xdg]
  return join(common || systemFolder(kind, environment, platform), 'helm')
}

function systemFolder(kind: Kind, environment: Environment, platform: string): string {
  if (platform === 'win32') return environment[kind === 'cache' ? 'TEMP' : 'APPDATA'] ?? ''
  const below = folders[platform === 'darwin' ? 'darwin' : 'unix'][kind]
  return join(userHome(environment, platform), ...below)
}

function userHome(environment: Environment, platform: string): string {
  const home = environment['HOME'] ?? ''
  return platform === 'win32' ? home || (environment['USERPROFILE'] ?? '') : home
}
