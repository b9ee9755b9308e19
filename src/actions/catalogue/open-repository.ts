import { createHash } from 'node:crypto'
import type { CatalogRepository } from '../../catalog/catalog.ts'
import { runRefreshJob } from '../../catalog/refresh/refresh-job.ts'
import type { Repository } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { originOf } from '../../operator/kinds/repository/directory-entry.ts'
import { hasIndex } from '../../operator/kinds/repository/source-type.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { readAccess } from '../../operator/sources/read-access.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import { trustOf } from '../../operator/sources/source-request.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import type { AddressPolicy } from '../../sources/policy/judge.ts'
import { openIndex } from '../../sources/repository/index/cached-index.ts'
import type { IndexPlace } from '../../sources/repository/index/index-paths.ts'
import { ActionError } from '../errors.ts'
import type { RecentIndexes } from './recent-indexes.ts'

export interface CataloguePorts {
  /** Acts with the rights of the asker: logins of Repositories are read by it. */
  readonly client: KubeClient
  readonly policy: AddressPolicy
  /** Where indexes are kept. */
  readonly indexFolder: string
  /** Indexes that were brought up to date a moment ago; without it each question asks the server of the repository. */
  readonly recent?: RecentIndexes
}

const timeout = 60_000

/** A Repository whose index was brought up to date; undefined when nothing lists its charts. */
export async function openRepository(
  repository: Repository,
  ports: CataloguePorts,
  signal: AbortSignal,
): Promise<CatalogRepository | undefined> {
  const { metadata, spec } = repository
  if (!hasIndex(spec)) return undefined
  const { repositoryName: name } = await refreshedSource(repository, ports, signal)
  const index = await openIndex({ name, folder: ports.indexFolder }, signal)
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    origin: originOf(repository, platformNamespace),
    priority: spec.priority,
    charts: (inner) => index.charts(inner),
  }
}

/** The way to the charts of a Repository. */
export interface OpenSource extends Pick<
  ChartRequest,
  'address' | 'trust' | 'credentials' | 'tls'
> {
  readonly repositoryName: string
}

/** How charts of a Repository are fetched, once its index was brought up to date where it has one. */
export async function refreshedSource(
  repository: Repository,
  ports: CataloguePorts,
  signal: AbortSignal,
): Promise<OpenSource> {
  const { metadata, spec } = repository
  const access = await readAccess(repository, secretReader(ports.client), signal)
  if (access.state === 'incomplete') throw new ActionError('not-ready', access.message)
  const { credentials, tls, inputs } = access
  const digest = createHash('sha256').update(`${metadata.uid} ${spec.url}`).digest('hex')
  const place: IndexPlace = { name: digest.slice(0, 32), folder: ports.indexFolder }
  const source = {
    trust: trustOf(metadata.namespace, platformNamespace),
    ...(credentials === undefined ? {} : { credentials }),
    ...(tls === undefined ? {} : { tls }),
  }
  if (hasIndex(spec)) {
    const { charts, url } = spec
    const job = { place, url, charts, policy: ports.policy, timeout, ...source }
    const refresh = (inner: AbortSignal) => runRefreshJob(job, inner)
    const key = `${place.name} ${inputs}`
    if (ports.recent === undefined) await refresh(signal)
    else await ports.recent.refresh(key, refresh, signal)
  }
  return { address: spec.url, repositoryName: place.name, ...source }
}
