import { ReleaseError } from '../../release/errors.ts'
import { readDriver } from '../../release/record/driver.ts'
import { type ReadRevision, ReleaseStore, type StoreOptions } from '../../release/record/store.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  type OpenCluster,
  withCluster,
} from '../options/cluster-options.ts'
import { readCount } from '../options/read-count.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { HelmOutput } from '../output/helm-output.ts'
import type { Ports } from '../verb.ts'

/** The arguments that all commands which look at one release share. */
export const lookArguments = {
  release: { count: 'one', summary: 'the name of the release' },
} as const

export const lookOptions = {
  revision: { kind: 'text', value: 'NUMBER', summary: 'which revision; the last unless given' },
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

/** Which revision somebody wants to look at. */
export interface Look {
  readonly name: string
  /** 0 for the last. */
  readonly revision: number
  readonly cluster: ClusterChoice
}

export function lookOf(
  name: string,
  options: Parameters<typeof clusterChoiceOf>[0] & { readonly revision: string | undefined },
): Look | UsageError {
  const revision = readCount('revision', options.revision, 0)
  if (revision instanceof UsageError) return revision
  return { name, revision, cluster: clusterChoiceOf(options) }
}

/** The same with the format that it is printed in. */
export interface PrintedLook extends Look {
  readonly output: HelmOutput
}

/** Reads the flags of `lookOptions` and `-o`. */
export function printedLookOf({
  arguments: { release },
  options,
}: {
  readonly arguments: { readonly release: string }
  readonly options: Parameters<typeof lookOf>[1] & { readonly output: HelmOutput }
}): PrintedLook | UsageError {
  const look = lookOf(release, options)
  return look instanceof UsageError ? look : { ...look, output: options.output }
}

/** The records on a cluster; those that cannot be read are named and left out. */
export function openStore({ client }: OpenCluster, ports: Ports, io: Io): ReleaseStore {
  return new ReleaseStore({ client, ...recordsOf({ ports, io }) })
}

/** How records are read: by Helm's driver, and telling of those that cannot be read. */
export function recordsOf({
  ports,
  io,
}: {
  readonly ports: Ports
  readonly io: Io
}): Omit<StoreOptions, 'client'> {
  return {
    driver: readDriver(ports.environment['HELM_DRIVER']),
    onBroken: ({ namespace, name, revision, reason }) => {
      const what = `revision ${revision} of release ${namespace}/${name}`
      io.stderr.write(`warning: ${what} cannot be read: ${reason}\n`)
    },
  }
}

/** Reads the revision that is asked for. */
export async function readRelease(
  { name, revision, cluster }: Look,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<ReadRevision> {
  return await withCluster(cluster, context, async (open) => {
    const place = { namespace: open.namespace, name }
    return await findRevision(openStore(open, context.ports, context.io), place, revision, signal)
  })
}

/** The revision of that number, or the last; fails in Helm's words. */
export async function findRevision(
  store: ReleaseStore,
  place: { readonly namespace: string; readonly name: string },
  revision: number,
  signal: AbortSignal,
): Promise<ReadRevision> {
  const found =
    revision === 0 ? await store.last(place, signal) : await store.get(place, revision, signal)
  if (found === undefined) throw new ReleaseError('not-found', 'release: not found')
  return found
}
