import { trustOf } from '../../sources/source-request.ts'
import { rm } from 'node:fs/promises'
import { keptIndex } from '../../../catalog/refresh/kept-index.ts'
import type { Refresh } from '../../../catalog/refresh/refresh-thread.ts'
import type { Repository } from '../../../kinds/repository.ts'
import { splitKey } from '../../../controller/object-store.ts'
import { SourceError } from '../../../sources/errors.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import { type IndexPlace, indexPaths } from '../../../sources/repository/index/index-paths.ts'
import type { Decision } from './decide.ts'
import type { Access } from '../../sources/read-access.ts'
import type { RefreshFailure, RefreshState } from './refresh-state.ts'

export interface ActPorts {
  readonly refresh: Refresh
  readonly policy: AddressPolicy
  /** Where indexes are kept. */
  readonly indexFolder: string
  readonly indexes: KeptIndexes
  readonly platformNamespace: string
  readonly now: () => number
}

/** The indexes that earlier processes have left. */
export interface KeptIndexes {
  readonly find: typeof keptIndex
  readonly forget: (place: IndexPlace) => Promise<void>
}

/** Indexes in files below the index folder. */
export const indexFiles: KeptIndexes = { find: keptIndex, forget: forgetIndex }

const refreshTimeout = 120_000

/** Carries a decision out; gives what is known afterwards. */
export async function act(
  key: string,
  {
    decision,
    before,
  }: {
    readonly decision: Decision
    readonly before: { readonly state: RefreshState | undefined; readonly access: Access }
  },
  ports: ActPorts,
  signal: AbortSignal,
): Promise<RefreshState | undefined> {
  if (decision.do === 'forget') {
    await ports.indexes.forget(indexPlaceOf(key, ports.indexFolder))
    return undefined
  }
  if (decision.do !== 'refresh' || before.access.state !== 'complete') return before.state
  const { repository, inputs, retry } = decision
  const tried = { inputs, retry }
  const job = jobOf(key, repository, before.access, ports)
  try {
    const outcome = await ports.refresh(job, signal)
    const at = ports.now()
    return { ...tried, triedAt: at, index: { ...outcome, at }, failure: undefined }
  } catch (error) {
    // A pass that was stopped writes nothing.
    if (signal.aborted) throw error
    // An index of another address is no use.
    const isSame = before.state?.inputs === inputs
    const index =
      before.state === undefined
        ? await ports.indexes.find(indexPlaceOf(key, ports.indexFolder), job, signal)
        : isSame
          ? before.state.index
          : undefined
    const count = isSame ? (before.state?.failure?.count ?? 0) + 1 : 1
    return { ...tried, triedAt: ports.now(), index, failure: failureOf(error, count) }
  }
}

/** Where the index of a Repository is kept: under a name that no other Repository has. */
export function indexPlaceOf(key: string, folder: string): IndexPlace {
  const { namespace, name } = splitKey(key)
  return { name: `${namespace}_${name}`, folder }
}

function jobOf(
  key: string,
  { metadata, spec }: Repository,
  access: Extract<Access, { readonly state: 'complete' }>,
  { policy, indexFolder, platformNamespace }: ActPorts,
) {
  const { credentials, tls } = access
  return {
    place: indexPlaceOf(key, indexFolder),
    url: spec.url,
    charts: spec.charts,
    trust: trustOf(metadata.namespace, platformNamespace),
    policy,
    ...(credentials === undefined ? {} : { credentials }),
    ...(tls === undefined ? {} : { tls }),
    timeout: refreshTimeout,
  }
}

function failureOf(error: unknown, count: number): RefreshFailure {
  if (error instanceof SourceError) {
    const { code, message, transient } = error
    return { code, message, transient, count }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'unknown', message, transient: true, count }
}

async function forgetIndex(place: IndexPlace): Promise<void> {
  const paths = indexPaths(place)
  await Promise.all(Object.values(paths).map((path: string) => rm(path, { force: true })))
}
