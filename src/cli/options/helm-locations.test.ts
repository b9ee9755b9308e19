import { expect, test } from 'vitest'
import { fixedPorts } from '../../../test/cli/run-cli.ts'
import { type LocationFlags, type HelmLocations, helmLocations } from './helm-locations.ts'
import type { Environment } from '../verb.ts'

interface Row {
  readonly name: string
  readonly environment: Environment
  readonly given?: LocationFlags
  readonly platform?: string
  readonly expected: Partial<HelmLocations>
}

const rows: readonly Row[] = [
  {
    name: 'the folders of the home when nothing is said',
    environment: { HOME: '/home/me' },
    expected: {
      repositoryConfig: '/home/me/.config/helm/repositories.yaml',
      repositoryCache: '/home/me/.cache/helm/repository',
      registryConfig: '/home/me/.config/helm/registry/config.json',
      contentCache: '/home/me/.cache/helm/content',
      dataHome: '/home/me/.local/share/helm',
      dockerConfig: '/home/me/.docker/config.json',
      keyring: '/home/me/.gnupg/pubring.gpg',
    },
  },
  {
    name: 'the XDG folders with a folder helm in each',
    environment: {
      HOME: '/home/me',
      XDG_CACHE_HOME: '/cache',
      XDG_CONFIG_HOME: '/config',
      XDG_DATA_HOME: '/data',
    },
    expected: {
      repositoryConfig: '/config/helm/repositories.yaml',
      repositoryCache: '/cache/helm/repository',
      contentCache: '/cache/helm/content',
      dataHome: '/data/helm',
    },
  },
  {
    name: "Helm's homes as they are, before those of XDG",
    environment: { HELM_CACHE_HOME: '/hc', HELM_CONFIG_HOME: '/hk', XDG_CACHE_HOME: '/cache' },
    expected: {
      repositoryConfig: '/hk/repositories.yaml',
      registryConfig: '/hk/registry/config.json',
      repositoryCache: '/hc/repository',
      contentCache: '/hc/content',
    },
  },
  {
    name: "Helm's variable for each file before its homes",
    environment: {
      HELM_CONFIG_HOME: '/hk',
      HELM_REPOSITORY_CONFIG: '/r.yaml',
      HELM_REPOSITORY_CACHE: '/rc',
      HELM_REGISTRY_CONFIG: '/reg.json',
      HELM_CONTENT_CACHE: '/cc',
    },
    expected: {
      repositoryConfig: '/r.yaml',
      repositoryCache: '/rc',
      registryConfig: '/reg.json',
      contentCache: '/cc',
    },
  },
  {
    name: 'a flag before everything',
    environment: { HELM_REPOSITORY_CONFIG: '/r.yaml', HOME: '/home/me' },
    given: { 'repository-config': '/flag.yaml', 'content-cache': 'here' },
    expected: { repositoryConfig: '/flag.yaml', contentCache: 'here' },
  },
  {
    name: 'an empty variable like none',
    environment: { HOME: '/home/me', HELM_CACHE_HOME: '', HELM_REPOSITORY_CACHE: '' },
    expected: { repositoryCache: '/home/me/.cache/helm/repository' },
  },
  {
    name: 'the Library of a Mac',
    environment: { HOME: '/Users/me' },
    platform: 'darwin/arm64',
    expected: {
      repositoryConfig: '/Users/me/Library/Preferences/helm/repositories.yaml',
      repositoryCache: '/Users/me/Library/Caches/helm/repository',
      dataHome: '/Users/me/Library/helm',
    },
  },
]

test.each(rows)('finds $name', ({ environment, given = {}, platform, expected }) => {
  const ports = fixedPorts(undefined, undefined, environment)
  const runtime = { ...ports.runtime, platform: platform ?? 'linux/x64' }
  expect(helmLocations(given, { ...ports, runtime })).toMatchObject(expected)
})
