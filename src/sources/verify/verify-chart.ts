import { type Digest, algorithmOf, digestOf } from '../../oci/digest.ts'
import { parseManifest } from '../../oci/manifest.ts'
import { refusal } from './refusal.ts'
import type { FetchedChart, SignedPlace, Verification, VerifiedBy } from './verification.ts'

/**
 * Says which party vouched for a chart, or throws SourceError('not-verified'). The code of each way
 * is loaded only when it is asked for.
 */
export async function verifyChart(
  chart: FetchedChart,
  verification: Verification,
  signal: AbortSignal,
): Promise<VerifiedBy> {
  if (chart.oci !== undefined) checkManifest(chart.archive, chart.oci)
  const { digest } = verification
  if (digest !== undefined) checkPinned(chart, digest)
  if ('provenance' in verification) {
    const { verifyProvenance } = await import('./provenance.ts')
    return await verifyProvenance(chart, verification.provenance)
  }
  if ('cosignKey' in verification) {
    const { verifyCosignKey } = await import('./cosign.ts')
    return await verifyCosignKey(chart, verification.cosignKey, signal)
  }
  if ('keyless' in verification) {
    const { verifyKeyless } = await import('./keyless.ts')
    return await verifyKeyless(chart, verification.keyless, signal)
  }
  return { by: 'digest', digest: verification.digest }
}

// Signatures in a registry are of the manifest: it has to be whole, and the archive has to be its own.
function checkManifest(archive: Uint8Array, { manifest }: SignedPlace): void {
  const found = digestOf(manifest.bytes, algorithmOf(manifest.digest))
  if (found !== manifest.digest) throw refusal(`wanted manifest ${manifest.digest}, found ${found}`)
  const parsed = parseManifest(manifest, `manifest ${manifest.digest}`)
  const layers = parsed.kind === 'image' ? parsed.layers : []
  if (layers.some((layer) => layer.digest === digestOf(archive, algorithmOf(layer.digest)))) return
  throw refusal(`the chart ${digestOf(archive)} is not in its manifest ${manifest.digest}`)
}

function checkPinned({ fileName, archive, oci }: FetchedChart, wanted: Digest): void {
  const bytes = oci === undefined ? archive : oci.manifest.bytes
  const found = digestOf(bytes, algorithmOf(wanted))
  if (found !== wanted)
    throw refusal(`wanted ${fileName} with the digest ${wanted}, found ${found}`)
}
