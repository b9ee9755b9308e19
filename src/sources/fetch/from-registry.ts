import type { Registry } from '../../oci/client/registry.ts'
import { formatReference } from '../../oci/reference.ts'
import type { ChartRequest, FetchOptions, Found } from '../chart-request.ts'
import { SourceError } from '../errors.ts'
import { type ChartReference, parseChartReference, tagOf } from '../oci/chart-reference.ts'
import { pullChart } from '../oci/pull-chart.ts'
import { resolveChart } from '../oci/resolve-chart.ts'
import { wantsProvenance } from './demands.ts'
import { withoutUndefined } from './without-undefined.ts'
import { openRegistry } from './open-registry.ts'

/** A chart of a registry; what is left to check is checked while it is connected. */
export async function fetchFromRegistry(
  text: string,
  request: ChartRequest,
  {
    options,
    check,
  }: { readonly options: FetchOptions; readonly check: (found: Found) => Promise<void> },
  signal: AbortSignal,
): Promise<Found> {
  const reference = pinned(parseChartReference(text), request)
  const { credentials } = request
  const access =
    credentials === undefined ? options : { ...options, findCredentials: async () => credentials }
  const { registry, close } = openRegistry(reference.host, request, access)
  try {
    const found = await pullFrom(registry, reference, { request, options }, signal)
    await check(found)
    return found
  } finally {
    await close()
  }
}

async function pullFrom(
  registry: Registry,
  reference: ChartReference,
  {
    request,
    options: { cache, onProgress },
  }: { readonly request: ChartRequest; readonly options: FetchOptions },
  signal: AbortSignal,
): Promise<Found> {
  const { host, repository } = reference
  const exact = await resolveChart(registry, reference, request.version, signal)
  const provenance = wantsProvenance(request) ? 'want' : 'skip'
  const asked = withoutUndefined({ onProgress, holds: request.holds })
  const wanted = { repository, exact, provenance, ...asked } as const
  const pulled = await pullChart(registry, wanted, cache, signal)
  const { fileName, archive, manifest } = pulled
  const tag = exact.version === undefined ? undefined : tagOf(exact.version)
  const { digest } = manifest
  return {
    resolved: `oci://${formatReference({ host, repository, tag, digest })}`,
    version: exact.version,
    content: { kind: 'archive', archive },
    digest,
    fileName,
    provenance: pulled.provenance,
    bundle: undefined,
    notes: [],
    oci: { registry, repository, manifest },
  }
}

function pinned(reference: ChartReference, { digest }: ChartRequest): ChartReference {
  if (digest === undefined || reference.digest === digest) return reference
  if (reference.digest === undefined) return { ...reference, digest }
  const found = `${reference.digest} is not ${digest}`
  throw new SourceError('digest-mismatch', `chart reference digest mismatch: ${found}`)
}
