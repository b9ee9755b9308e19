import { statSync } from 'node:fs'
import { join } from 'node:path'
import { loadChart } from '../../../chart/node/load-chart.ts'
import { readDockerConfig } from '../../../oci/auth/docker-config.ts'
import { buildDependencies } from '../../../sources/dependencies/build.ts'
import { type DependencyUpdate, updateDependencies } from '../../../sources/dependencies/update.ts'
import { readRepositoriesFile } from '../../../sources/repository/repositories-file.ts'
import type { CommandSpec, OptionSpec } from '../../command-spec.ts'
import { PlainError, UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { localTime } from '../../local-time.ts'
import { type Progress, progressFor } from '../../output/progress.ts'
import { outcomeLine } from '../../repo/outcome-line.ts'
import { refreshRepositories } from '../../repo/refresh-repository.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Ports, Verb } from '../../verb.ts'
import { entryRequest, provenanceDemand } from '../sources/chart-request.ts'
import { fetchWithProgress } from '../sources/fetch-with-progress.ts'
import { openSources, type Sources, withCache } from '../sources/open-sources.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
  sourceOptions,
} from '../sources/source-options.ts'

/** Helm's flags for bringing dependencies. */
const dependencyOptions = {
  'skip-refresh': { kind: 'switch', summary: 'use the indexes of repositories as they are' },
  verify: { ...sourceOptions.verify, summary: 'refuse charts whose provenance is not signed' },
  keyring: sourceOptions.keyring,
  ...connectionOptions,
} as const satisfies Record<string, OptionSpec>

interface DependencyOptions extends Connection {
  readonly chart: string
  readonly skipRefresh: boolean
  readonly verify: boolean
  readonly keyring: string | undefined
}

type DependencyFlags = Parameters<typeof connectionOf>[0] & {
  readonly 'skip-refresh': boolean
  readonly verify: boolean
  readonly keyring: string | undefined
}

type Work = (update: DependencyUpdate, signal: AbortSignal) => Promise<void>

/** `dependency build` */
export const buildVerb = dependencyVerb(buildDependencies, {
  description:
    'Brings exactly the versions of Chart.lock into charts/, as helm dependency build does; without a lock it does what update does.',
  examples: ['dependency build', 'chart dependencies build ./my-chart --skip-refresh'],
})

/** `dependency update` */
export const updateVerb = dependencyVerb(updateDependencies, {
  description:
    'Chooses versions for what Chart.yaml asks for, brings them into charts/ and writes Chart.lock, as helm dependency update does. Repositories that were added and registries with a login are trusted; other addresses that the chart names must be public, or allowed by --allow-address. If anything fails, charts/ and Chart.lock stay as they were.',
  examples: ['dependency update', 'chart dependencies update ./my-chart --skip-refresh'],
})

/** A verb that brings dependencies: `build` and `update` differ in what they choose. */
function dependencyVerb(work: Work, texts: Pick<CommandSpec, 'description' | 'examples'>): Verb {
  const command = {
    ...texts,
    arguments: {
      chart: { count: 'at-most-one', summary: 'the folder of the chart; this folder unless given' },
    },
    options: dependencyOptions,
  } as const satisfies CommandSpec
  return {
    command,
    parse: (argv: readonly string[]) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      return dependencyOptionsOf(given.arguments.chart, given.options)
    },
    run: async (options: DependencyOptions, ports: Ports, io: Io, signal: AbortSignal) => {
      await runDependencyWork(work, options, { ports, io }, signal)
      return 'done'
    },
  }
}

function dependencyOptionsOf(chart: string | undefined, given: DependencyFlags): DependencyOptions {
  return {
    ...connectionOf(given),
    chart: join(chart || '.'),
    skipRefresh: given['skip-refresh'],
    verify: given.verify,
    keyring: given.keyring || undefined,
  }
}

/** Does the work with everything that it needs, and reports it as helm does. */
export async function runDependencyWork(
  work: Work,
  options: DependencyOptions,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  requireFolder(options.chart)
  refuseStrayLogin(options)
  const sources = await openSources(options, ports, signal)
  const progress = progressFor(io)
  try {
    await work(await prepare(options, sources, { progress, io }, signal), signal)
  } finally {
    progress.close()
  }
}

async function prepare(
  options: DependencyOptions,
  sources: Sources,
  { progress, io }: { readonly progress: Progress; readonly io: Io },
  signal: AbortSignal,
): Promise<DependencyUpdate> {
  const { locations } = sources
  const say = (line: string) => progress.say(line, io.stdout)
  const fetching = withCache(sources)
  const { repositories } = await readRepositoriesFile(locations.repositoryConfig, signal)
  const demand = options.verify
    ? { verification: await provenanceDemand(options.keyring ?? locations.keyring, signal) }
    : {}
  return {
    chartFolder: options.chart,
    repositories,
    indexFolder: locations.repositoryCache,
    say,
    now: () => localTime(new Date(), 'milliseconds'),
    fetch: async (request, label, inner) => {
      const wanted = { label, request: { tls: sources.tls, ...request } }
      return await fetchWithProgress(wanted, await fetching(), progress, inner)
    },
    accessOf: entryRequest,
    isKnownRegistry: (host, inner) => isLoggedIn(host, locations.registryConfig, inner),
    refresh: options.skipRefresh ? 'skip' : refresherFor(sources, progress, say),
    ...demand,
  }
}

function refresherFor(
  { locations, fetching }: Sources,
  progress: Progress,
  say: (line: string) => void,
): Exclude<DependencyUpdate['refresh'], 'skip'> {
  return async (entries, whose, signal) => {
    const trust = whose === 'added' ? 'trusted' : 'untrusted'
    const { policy } = fetching
    const refreshing = { folder: locations.repositoryCache, policy, progress, trust } as const
    const failed = await refreshRepositories(
      entries,
      refreshing,
      (entry, error) => say(outcomeLine(entry, error, whose)),
      signal,
    )
    return new Map(failed.map(({ entry, error }) => [entry.name, error]))
  }
}

function requireFolder(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new PlainError(`could not find ${path}: no such file or directory`)
  if (!stats.isDirectory()) throw new PlainError('only unpacked charts can be updated')
}

/** A login of the flags goes to the registry of the dependencies: with several, nobody can say which. */
function refuseStrayLogin({ login, chart }: DependencyOptions): void {
  if (login === undefined) return
  const repositories = (loadChart(chart).metadata.dependencies ?? []).map((one) => one.repository)
  const hosts = new Set(repositories.flatMap((one) => /^oci:\/\/([^/]+)/.exec(one)?.[1] ?? []))
  if (hosts.size <= 1) return
  const message = `--username and --password would go to ${[...hosts].join(' and ')}`
  throw new UsageError('conflict', `${message}; use registry login for each of them`)
}

async function isLoggedIn(host: string, path: string, signal: AbortSignal): Promise<boolean> {
  const config = await readDockerConfig(path, signal)
  return config !== undefined && (config.auths.has(host) || config.helpers.has(host))
}
