import type { Bundle } from '@sigstore/bundle'
import { type Candidate, acceptOne } from './candidates.ts'
import { type Claim, whyNotSimpleClaim, whyNotStatement } from './claims.ts'
import { type CosignKey, readCosignKey } from './cosign-key.ts'
import { refusal } from './refusal.ts'
import type { CosignDemand, FetchedChart, VerifiedBy } from './verification.ts'

type Annotations = Readonly<Record<string, string>>

/**
 * Asks for a signature by a key that was given: a simple one of cosign, or a bundle. A key that
 * somebody trusts needs no transparency log, so that this works with no network but the registry.
 */
export async function verifyCosignKey(
  chart: FetchedChart,
  { key: pem, annotations = {} }: CosignDemand,
  signal: AbortSignal,
): Promise<VerifiedBy> {
  const key = readCosignKey(pem)
  const keyFingerprint = key.fingerprint
  const judge = async (candidate: Candidate): Promise<VerifiedBy> => {
    const why = await whyNotBy(key, candidate, annotations)
    if (why !== undefined) throw refusal(why)
    return { by: 'cosign-key', digest: candidate.subject.digest, keyFingerprint }
  }
  return await acceptOne(chart, `a signature by the key ${keyFingerprint}`, judge, signal)
}

async function whyNotBy(
  key: CosignKey,
  { found, subject }: Candidate,
  annotations: Annotations,
): Promise<string | undefined> {
  if (found.kind === 'unreadable') return found.why
  const claim = { digest: subject.digest, annotations }
  if (found.kind === 'bundle') {
    // Simple signatures need no library.
    const { readBundle } = await import('./sigstore-bundle.ts')
    return whyNotBundle(key, readBundle(found.bytes), subject.bytes, claim)
  }
  const signature = Buffer.from(found.signature, 'base64')
  if (!key.hasSigned(found.payload, signature)) return otherKey
  return whyNotSimpleClaim(found.payload, claim)
}

const otherKey = 'its signature is not by this key'

function whyNotBundle(
  key: CosignKey,
  { content }: Bundle,
  artifact: Uint8Array,
  claim: Claim,
): string | undefined {
  if (content.$case === 'messageSignature') {
    if (Object.keys(claim.annotations).length > 0) return 'it holds no annotations'
    return key.hasSigned(artifact, content.messageSignature.signature) ? undefined : otherKey
  }
  const { payload, payloadType, signatures } = content.dsseEnvelope
  const signed = preAuthenticated(payloadType, payload)
  if (!signatures.some(({ sig }) => key.hasSigned(signed, sig))) return otherKey
  return whyNotStatement(payload, claim)
}

/**
 * The bytes of a DSSE envelope that are signed: type and payload with their lengths, so that
 * neither can grow into the other.
 */
function preAuthenticated(type: string, payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}
