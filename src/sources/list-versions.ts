import { listTags } from '../oci/client/lists.ts'
import { printableUrl } from '../oci/client/redact.ts'
import { parseStrictVersion } from '../formats/semver/version.ts'
import type { ChartRequest, FetchOptions } from './chart-request.ts'
import { SourceError } from './errors.ts'
import { classifyAddress } from './fetch/classify-address.ts'
import { openRegistry } from './fetch/open-registry.ts'
import { readRepositoryIndex } from './fetch/from-repository.ts'
import { parseChartReference, versionOf } from './oci/chart-reference.ts'

/**
 * The versions that a repository or registry offers of a chart, in no order; undefined when its address is that of one
 * chart, which has the version it has.
 */
export async function listVersions(
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const address = classifyAddress(request.address)
  if (address.kind === 'registry') return await tagsOf(address.reference, request, options, signal)
  const { name } = request
  if (address.kind !== 'http' || name === undefined) return undefined
  const index = await readRepositoryIndex(address.url, { ...request, name }, options, signal)
  const found = await index.find(name, signal)
  if (found !== undefined) return found.versions.map(({ version }) => version)
  const where = printableUrl(address.url)
  throw new SourceError('not-found', `chart ${name} is not in the repository ${where}`)
}

async function tagsOf(
  text: string,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { host, repository, version, digest } = parseChartReference(text)
  if (version !== undefined || digest !== undefined) return undefined
  const { registry, close } = openRegistry(host, request, options)
  try {
    const tags = await listTags(registry, repository, {}, signal)
    if (tags === undefined) {
      throw new SourceError('not-found', `there is no chart at oci://${host}/${repository}`)
    }
    return tags.map(versionOf).filter((version) => parseStrictVersion(version).ok)
  } finally {
    await close()
  }
}
