import {
  type RepositoryEntry,
  readRepositoriesFile,
  writeRepositoriesFile,
} from '../../sources/repository/repositories-file.ts'
import { withRepositoriesLock } from '../../sources/repository/repositories-lock.ts'
import { addressOptions } from '../options/address-options.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import type { CommandSpec } from '../command-spec.ts'
import { loginOptions, tlsOptions } from '../options/connection-options.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { progressFor } from '../output/progress.ts'
import { readArguments } from '../read-arguments.ts'
import { askPassword, readPipedPassword } from '../read-password.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { refreshRepository } from './refresh-repository.ts'
import { readTimeout, timeoutOption } from './timeout-option.ts'

export const command = {
  description:
    "Adds a repository of charts to helm's own list, and brings its index. An added repository is trusted: charts may come from there whatever its address.",
  arguments: {
    name: { count: 'one', summary: 'what to call it' },
    url: { count: 'one', summary: 'its address, without index.yaml' },
  },
  options: {
    ...loginOptions,
    'password-stdin': { kind: 'switch', summary: 'read the password from a pipe' },
    'pass-credentials': { kind: 'switch', summary: 'send user and password to every host' },
    'force-update': { kind: 'switch', summary: 'replace a repository of the same name' },
    'allow-deprecated-repos': {
      kind: 'switch',
      summary: 'add repositories that are known to be gone',
    },
    timeout: timeoutOption,
    ...tlsOptions,
    ...addressOptions,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
  },
  examples: [
    'repo add example https://charts.example',
    'repo add corp https://charts.corp --username me --password-stdin --ca-file ca.pem',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly entry: RepositoryEntry
  readonly fromStdin: boolean
  readonly replace: boolean
  readonly gone: 'refuse' | 'allow'
  readonly totalTime: number | undefined
  readonly allow: readonly string[]
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const totalTime = readTimeout(options.timeout)
  if (totalTime instanceof UsageError) return totalTime
  return {
    entry: {
      ...given.arguments,
      username: options.username ?? '',
      password: options.password ?? '',
      certFile: options['cert-file'] ?? '',
      keyFile: options['key-file'] ?? '',
      caFile: options['ca-file'] ?? '',
      insecureSkipTlsVerify: options['insecure-skip-tls-verify'],
      passCredentialsAll: options['pass-credentials'],
    },
    fromStdin: options['password-stdin'],
    replace: options['force-update'],
    gone: options['allow-deprecated-repos'] ? 'allow' : 'refuse',
    totalTime,
    allow: options['allow-address'],
    locations: options,
  }
}

export function complete(): readonly Candidate[] {
  return []
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  if (options.gone === 'refuse') refuseGone(options.entry.url)
  if (options.entry.name.includes('/')) {
    const message = `repository name (${options.entry.name}) contains '/'`
    throw new PlainError(`${message}, please specify a different name without '/'`)
  }
  const { repositoryConfig } = helmLocations(options.locations, ports)
  return await withRepositoriesLock(
    repositoryConfig,
    () => addTo(repositoryConfig, options, { ports, io }, signal),
    signal,
  )
}

async function addTo(
  path: string,
  options: Options,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Outcome> {
  const file = await readRepositoriesFile(path, signal)
  const entry = await withPassword(options, io, signal)
  const known = file.repositories.find(({ name }) => name === entry.name)
  if (known !== undefined && !options.replace) {
    if (!isSame(known, entry)) {
      const message = `repository name (${entry.name}) already exists`
      throw new PlainError(`${message}, please specify a different name`)
    }
    const same = 'already exists with the same configuration, skipping'
    io.stdout.write(`${JSON.stringify(entry.name)} ${same}\n`)
    return 'done'
  }
  await bringIndex(entry, options, { ports, io }, signal)
  const others = file.repositories
  const repositories =
    known === undefined
      ? [...others, entry]
      : others.map((one) => (one.name === entry.name ? entry : one))
  await writeRepositoriesFile(path, { ...file, repositories })
  io.stdout.write(`${JSON.stringify(entry.name)} has been added to your repositories\n`)
  return 'done'
}

async function withPassword(
  { entry, fromStdin }: Options,
  io: Io,
  signal: AbortSignal,
): Promise<RepositoryEntry> {
  if (entry.username === '' || entry.password !== '') return entry
  const password = fromStdin
    ? await readPipedPassword(io, signal)
    : await askPassword('Password: ', io, signal)
  return { ...entry, password }
}

async function bringIndex(
  entry: RepositoryEntry,
  { allow, locations, totalTime }: Options,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  const progress = progressFor(io)
  const refreshing = {
    folder: helmLocations(locations, ports).repositoryCache,
    policy: addressPolicyOf(allow, ports),
    progress,
    ...(totalTime === undefined ? {} : { totalTime }),
  }
  try {
    await refreshRepository(entry, refreshing, signal)
  } catch (cause) {
    signal.throwIfAborted()
    const what = 'is not a valid chart repository or cannot be reached'
    throw new Error(`looks like ${JSON.stringify(entry.url)} ${what}`, { cause })
  } finally {
    progress.close()
  }
}

function isSame(one: RepositoryEntry, other: RepositoryEntry): boolean {
  const keys = Object.keys(other) as (keyof RepositoryEntry)[]
  return keys.every((key) => one[key] === other[key])
}

// The first homes of public charts are gone, and old instructions still lead there.
const goneHosts = {
  'kubernetes-charts.storage.googleapis.com': 'https://charts.helm.sh/stable',
  'kubernetes-charts-incubator.storage.googleapis.com': 'https://charts.helm.sh/incubator',
} as const

function refuseGone(url: string): void {
  const found = Object.entries(goneHosts).find(([host]) => url.includes(`//${host}`))
  if (found === undefined) return
  const message = `repo ${JSON.stringify(url)} is no longer available`
  throw new PlainError(`${message}; try ${JSON.stringify(found[1])} instead`)
}
