import { type Digest, digestOf } from '../../oci/digest.ts'
import { type FoundSignature, findSignatures } from './registry-signatures.ts'
import { reasonOf, refusal } from './refusal.ts'
import type { FetchedChart } from './verification.ts'

/** A signature with what it should be a signature of. */
export interface Candidate {
  readonly found: FoundSignature
  readonly subject: Subject
}

export interface Subject {
  readonly bytes: Uint8Array
  readonly digest: Digest
}

/** Accepts a signature by returning, or throws why it does not count. */
type Judge<T> = (candidate: Candidate) => Promise<T>

/** Asks for one good signature among all that a chart has; the others may be anybody's. */
export async function acceptOne<T>(
  chart: FetchedChart,
  wanted: string,
  judge: Judge<T>,
  signal: AbortSignal,
): Promise<T> {
  const reasons: string[] = []
  for await (const candidate of findCandidates(chart, signal)) {
    try {
      return await judge(candidate)
    } catch (error) {
      reasons.push(`${candidate.found.where}: ${reasonOf(error)}`)
    }
  }
  const place = chart.oci && `${chart.oci.registry.host}/${chart.oci.repository}`
  const beside = `no ${chart.fileName}.sigstore.json beside it`
  const nothing = place === undefined ? beside : `no signature in ${place}`
  throw refusal(`wanted ${wanted}, found ${reasons.length === 0 ? nothing : reasons.join('; ')}`)
}

async function* findCandidates(
  chart: FetchedChart,
  signal: AbortSignal,
): AsyncGenerator<Candidate> {
  const { archive, bundle, oci } = chart
  if (bundle !== undefined) {
    const found = { kind: 'bundle', where: 'the bundle beside it', bytes: bundle } as const
    yield { found, subject: { bytes: archive, digest: digestOf(archive) } }
  }
  if (oci === undefined) return
  const { bytes, digest } = oci.manifest
  for await (const found of findSignatures(oci, signal)) yield { found, subject: { bytes, digest } }
}
