import { parseVersion } from '../../formats/semver/version.ts'
import { listTags } from '../../oci/client/lists.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { resolveReference } from '../../oci/client/resolve.ts'
import type { Digest } from '../../oci/digest.ts'
import { SourceError } from '../errors.ts'
import { type ChartReference, tagOf } from './chart-reference.ts'
import { chooseVersion } from './choose-tag.ts'

/** Which manifest is meant: by its digest, or by the tag of a version. */
export type ExactChart =
  | { readonly version: string; readonly digest?: undefined }
  | { readonly version?: string; readonly digest: Digest }

/**
 * Finds out which chart a reference and a version mean, as Helm does: a version that is one is the tag
 * and nothing is listed; a range, or nothing, is looked for among the tags; a digest is what it is.
 */
export async function resolveChart(
  registry: Registry,
  reference: ChartReference,
  range: string | undefined,
  signal: AbortSignal,
): Promise<ExactChart> {
  const wanted = agreedVersion(reference, range ?? '')
  const { digest, repository } = reference
  if (digest !== undefined) {
    if (wanted === '') return { digest }
    // A tag that is not there is no contradiction: the digest says it all.
    const tagged = await resolveReference(registry, repository, tagOf(wanted), signal)
    if (tagged === undefined || tagged.digest === digest) return { digest, version: wanted }
    const found = `${tagged.digest} is not ${digest}`
    throw new SourceError('digest-mismatch', `chart reference digest mismatch: ${found}`)
  }
  if (parseVersion(wanted).ok) return { version: wanted }
  const tags = await listTags(registry, repository, {}, signal)
  if (tags !== undefined && tags.length > 0) return { version: chooseVersion(tags, wanted) }
  const place = `${registry.host}/${repository}`
  const message = `unable to locate any tags in provided repository: oci://${place}`
  throw new SourceError('not-found', message)
}

function agreedVersion({ version }: ChartReference, range: string): string {
  if (version === undefined || range === '' || version === range) return version ?? range
  const found = `${range} is not ${version}`
  throw new SourceError('bad-version', `chart reference and version mismatch: ${found}`)
}
