import { trustOf } from '../../../operator/sources/source-request.ts'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CatalogChart, CatalogRepository } from '../../../catalog/catalog.ts'
import { listCatalog } from '../../../catalog/list-catalog.ts'
import { runRefreshJob } from '../../../catalog/refresh/refresh-job.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../../kinds/repository.ts'
import { fetchServerVersion } from '../../../kube/discovery/server-version.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { listObjects } from '../../../kube/objects/list-objects.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import { originOf } from '../../../operator/kinds/repository/directory-entry.ts'
import { readAccess } from '../../../operator/sources/read-access.ts'
import { isVisible } from '../../../operator/sources/repository-directory.ts'
import { hasIndex } from '../../../operator/kinds/repository/source-type.ts'
import { secrets } from '../../../release/record/driver.ts'
import { openIndex } from '../../../sources/repository/index/cached-index.ts'
import { addressPolicyOf } from '../../options/address-policy.ts'
import { type OpenCluster, withCluster } from '../../options/cluster-options.ts'
import { PlainError } from '../../errors.ts'
import { helmLocations } from '../../options/helm-locations.ts'
import type { Io } from '../../io.ts'
import { explainMissingKinds } from '../../kind/objects-of.ts'
import type { Ports } from '../../verb.ts'
import type { PlatformQuestion } from './platform-options.ts'

interface World {
  readonly cluster: OpenCluster
  readonly allow: readonly string[]
  readonly ports: Ports
  readonly io: Io
}

const timeout = 60_000

/**
 * Asks the catalogue of a platform: the Repositories that the namespace sees, read with the rights of whoever asks. Indexes are
 * kept here and asked for again only if they changed.
 */
export async function askPlatform(
  question: PlatformQuestion,
  { ports, io }: Omit<World, 'cluster' | 'allow'>,
  signal: AbortSignal,
): Promise<readonly CatalogChart[]> {
  return await withCluster(question.cluster, { ports, io }, async (cluster) => {
    const world = { cluster, allow: question.allow, ports, io }
    const found = await explainMissingKinds(() => visibleRepositories(world, signal))
    const named = question.repositories
    const unknown = named.find((name) => !found.some(({ metadata }) => metadata.name === name))
    if (unknown !== undefined) {
      throw new PlainError(`there is no repository ${unknown}; outrigger repository list -A`)
    }
    const wanted = found.filter(
      ({ metadata }) => named.length === 0 || named.includes(metadata.name),
    )
    const opened = await Promise.all(wanted.map((one) => openRepository(one, world, signal)))
    const repositories = opened.filter((one) => one !== undefined)
    const kubernetes = await kubernetesOf(question, cluster, signal)
    const query = { ...question.query, ...(kubernetes === undefined ? {} : { kubernetes }) }
    return await listCatalog(repositories, query, signal)
  })
}

async function kubernetesOf(
  { kubernetes }: PlatformQuestion,
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (kubernetes === 'any') return undefined
  return kubernetes ?? (await fetchServerVersion(client, signal)).gitVersion
}

async function visibleRepositories(
  { cluster, io }: World,
  signal: AbortSignal,
): Promise<readonly Repository[]> {
  const resource = resourceOf(repositoryKind)
  const namespaces = [...new Set([cluster.namespace, platformNamespace])]
  const lists = await Promise.all(
    namespaces.map(async (namespace) => {
      try {
        return (await listObjects(cluster.client, { resource, namespace }, {}, signal)).objects
      } catch (error) {
        if (!isKubeError(error, 'forbidden')) throw error
        io.stderr.write(`warning: repositories of ${namespace} are left out: ${error.message}\n`)
        return []
      }
    }),
  )
  return lists.flat().flatMap((object) => {
    const parsed = parseRepository(object)
    if (!parsed.ok) return []
    const { metadata, spec } = parsed.value
    const place = { namespace: metadata.namespace, spec }
    return isVisible(place, cluster.namespace, platformNamespace) ? [parsed.value] : []
  })
}

/** A Repository whose index was brought up to date; one that cannot be read is told of and left out. */
async function openRepository(
  repository: Repository,
  world: World,
  signal: AbortSignal,
): Promise<CatalogRepository | undefined> {
  const { metadata, spec } = repository
  if (!hasIndex(spec)) return undefined
  const key = `${metadata.namespace}/${metadata.name}`
  try {
    const place = await refresh(repository, world, signal)
    const index = await openIndex(place, signal)
    return {
      namespace: metadata.namespace,
      name: metadata.name,
      origin: originOf(repository, platformNamespace),
      priority: spec.priority,
      charts: (inner) => index.charts(inner),
    }
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    world.io.stderr.write(`warning: repository ${key} is left out: ${why}\n`)
    return undefined
  }
}

async function refresh(
  repository: Repository,
  { cluster, allow, ports }: World,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly folder: string }> {
  const { metadata, spec } = repository
  const getSecret = (namespace: string, name: string, inner: AbortSignal) =>
    getObject(cluster.client, { resource: secrets, namespace, name }, {}, inner)
  const access = await readAccess(repository, getSecret, signal)
  if (access.state === 'incomplete') throw new PlainError(access.message)
  const folder = join(helmLocations({}, ports).repositoryCache, 'platform')
  const digest = createHash('sha256').update(`${metadata.uid} ${spec.url}`).digest('hex')
  const place = { name: digest.slice(0, 32), folder }
  const { credentials, tls } = access
  await runRefreshJob(
    {
      place,
      url: spec.url,
      charts: spec.charts,
      trust: trustOf(metadata.namespace, platformNamespace),
      policy: addressPolicyOf(allow, ports),
      ...(credentials === undefined ? {} : { credentials }),
      ...(tls === undefined ? {} : { tls }),
      timeout,
    },
    signal,
  )
  return place
}
