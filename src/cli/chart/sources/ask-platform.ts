import { join } from 'node:path'
import { openRepository } from '../../../actions/catalogue/open-repository.ts'
import { visibleRepositories } from '../../../actions/catalogue/visible-repositories.ts'
import type { CatalogChart, CatalogRepository } from '../../../catalog/catalog.ts'
import { listCatalog } from '../../../catalog/list-catalog.ts'
import type { Repository } from '../../../kinds/repository.ts'
import { fetchServerVersion } from '../../../kube/discovery/server-version.ts'
import { addressPolicyOf } from '../../options/address-policy.ts'
import { type OpenCluster, withCluster } from '../../options/cluster-options.ts'
import { PlainError } from '../../errors.ts'
import { helmLocations } from '../../options/helm-locations.ts'
import type { Io } from '../../io.ts'
import { explainMissingKinds } from '../../kind/objects-of.ts'
import type { Ports } from '../../verb.ts'
import type { PlatformQuestion } from './platform-options.ts'

interface Context {
  readonly cluster: OpenCluster
  readonly allow: readonly string[]
  readonly ports: Ports
  readonly io: Io
}

/**
 * Asks the catalogue of a platform: the Repositories that the namespace sees, read with the rights of the asker. Indexes are
 * kept here and asked for again only if they changed.
 */
export async function askPlatform(
  question: PlatformQuestion,
  { ports, io }: Omit<Context, 'cluster' | 'allow'>,
  signal: AbortSignal,
): Promise<readonly CatalogChart[]> {
  return await withCluster(question.cluster, { ports, io }, async (cluster) => {
    const context = { cluster, allow: question.allow, ports, io }
    const leftOut = (namespace: string, why: string) =>
      io.stderr.write(`warning: repositories of ${namespace} are left out: ${why}\n`)
    const { client, namespace } = cluster
    const found = await explainMissingKinds(() =>
      visibleRepositories(client, namespace, leftOut, signal),
    )
    const named = question.repositories
    const unknown = named.find((name) => !found.some(({ metadata }) => metadata.name === name))
    if (unknown !== undefined) {
      throw new PlainError(`there is no repository ${unknown}; outrigger repository list -A`)
    }
    const wanted = found.filter(
      ({ metadata }) => named.length === 0 || named.includes(metadata.name),
    )
    const some = await Promise.all(wanted.map((one) => opened(one, context, signal)))
    const repositories = some.filter((one) => one !== undefined)
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

// The operator has read the index there, so its own rules allow the address; only it writes the status.
function acceptedBy({ metadata, spec, status }: Repository): readonly string[] {
  const isRead = status.conditions?.some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  )
  if (isRead !== true || status.observedGeneration !== metadata.generation) return []
  if (!URL.canParse(spec.url)) return []
  const { protocol, host } = new URL(spec.url)
  const plain = `http://${host}`
  if (protocol === 'http:') return [plain]
  // A registry of this machine is asked without TLS, and its address does not say so.
  return protocol === 'oci:' ? [host, plain] : [host]
}

/** A Repository whose index was brought up to date; one that cannot be read is named and left out. */
async function opened(
  repository: Repository,
  { cluster, allow, ports, io }: Context,
  signal: AbortSignal,
): Promise<CatalogRepository | undefined> {
  const { metadata } = repository
  const indexFolder = join(helmLocations({}, ports).repositoryCache, 'platform')
  const policy = addressPolicyOf([...allow, ...acceptedBy(repository)], ports)
  const reading = { client: cluster.client, policy, indexFolder }
  try {
    return await openRepository(repository, reading, signal)
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    const key = `${metadata.namespace}/${metadata.name}`
    io.stderr.write(`warning: repository ${key} is left out: ${why}\n`)
    return undefined
  }
}
