import type { ChartRequest } from '../chart-request.ts'

/** Whether the provenance file is fetched. */
export function wantsProvenance({ provenance, verification }: ChartRequest): boolean {
  return provenance === 'want' || (verification !== undefined && 'provenance' in verification)
}

/** Whether a Sigstore bundle beside the file is fetched; in a registry signatures have other places. */
export function wantsBundle({ verification }: ChartRequest): boolean {
  return verification !== undefined && ('cosignKey' in verification || 'keyless' in verification)
}
