import type { VerifiedBy } from '../../../sources/verify/verification.ts'

/** The party that vouched for a chart, in helm's words where it has some; `what` was signed. */
export function verifiedText(verified: VerifiedBy, what: 'Chart' | 'Manifest'): string {
  return [...signerLines(verified), hashLine(verified, what), ''].join('\n')
}

function signerLines(verified: VerifiedBy): readonly string[] {
  switch (verified.by) {
    case 'digest':
      return []
    case 'provenance':
      return [
        ...verified.identities.map((identity) => `Signed by: ${identity}`),
        `Using Key With Fingerprint: ${verified.fingerprint}`,
      ]
    case 'cosign-key':
      return [`Using Key With Fingerprint: ${verified.keyFingerprint}`]
    case 'keyless':
      return [`Signed by: ${verified.identity}`, `Identity Issued by: ${verified.issuer}`]
  }
}

// Provenance is of the archive, wherever the chart is.
function hashLine({ by, digest }: VerifiedBy, what: 'Chart' | 'Manifest'): string {
  return `${by === 'provenance' ? 'Chart' : what} Hash Verified: ${digest}`
}
