import type { Bundle } from '@sigstore/bundle'
import { Verifier, toSignedEntity } from '@sigstore/verify'
import { RegexpError, compileRegexp } from '../../formats/regexp.ts'
import { type Candidate, acceptOne } from './candidates.ts'
import { whyNotStatement } from './claims.ts'
import { refusal } from './refusal.ts'
import { readBundle } from './sigstore-bundle.ts'
import { readTrustedRoot } from './trusted-root.ts'
import type { FetchedChart, KeylessDemand, Match, VerifiedBy } from './verification.ts'

/**
 * Asks for a signature by an identity: its certificate comes from an authority of the trusted root, was
 * logged, and was valid at a time that a log or a timestamp authority vouches for.
 */
export async function verifyKeyless(
  chart: FetchedChart,
  demand: KeylessDemand,
  signal: AbortSignal,
): Promise<VerifiedBy> {
  const isIdentity = matcherOf(demand.identity, 'identity')
  const isIssuer = matcherOf(demand.issuer, 'issuer')
  const verifier = new Verifier(readTrustedRoot(demand.trustedRoot))
  const judge = async ({ found, subject }: Candidate): Promise<VerifiedBy> => {
    if (found.kind === 'unreadable') throw refusal(found.why)
    if (found.kind !== 'bundle') throw refusal('without bundle it can be verified by a key alone')
    const bundle = readBundle(found.bytes)
    const { identity, issuer } = signerOf(verifier, bundle, subject.bytes)
    if (!isIdentity(identity)) throw refusal(`signed by ${JSON.stringify(identity)}`)
    if (!isIssuer(issuer)) throw refusal(`whose issuer is ${JSON.stringify(issuer)}`)
    const why = whyNotAbout(bundle, subject.digest)
    if (why !== undefined) throw refusal(why)
    return { by: 'keyless', digest: subject.digest, identity, issuer }
  }
  const wanted = `a signature by ${describe(demand.identity)}, known to ${describe(demand.issuer)}`
  return await acceptOne(chart, wanted, judge, signal)
}

function signerOf(verifier: Verifier, bundle: Bundle, artifact: Uint8Array) {
  if (bundle.verificationMaterial.content.$case === 'publicKey') {
    throw refusal('it is signed by a key and has no certificate')
  }
  const { identity } = verifier.verify(toSignedEntity(bundle, Buffer.from(artifact)))
  return {
    identity: identity?.subjectAlternativeName ?? '',
    issuer: identity?.extensions?.issuer ?? '',
  }
}

// A signature over the bytes themselves was checked with them; a statement names what it is about.
function whyNotAbout({ content }: Bundle, digest: Candidate['subject']['digest']) {
  if (content.$case === 'messageSignature') return undefined
  return whyNotStatement(content.dsseEnvelope.payload, { digest, annotations: {} })
}

function matcherOf(match: Match, what: string): (text: string) => boolean {
  const source = 'exact' in match ? match.exact : match.pattern
  // An empty demand would accept everybody whom the authority knows.
  if (source === '') throw refusal(`wanted an ${what} to look for, found an empty text`)
  if ('exact' in match) return (text) => text === match.exact
  try {
    // Alone first: a bracket too many would let a part of it escape from the anchors.
    compileRegexp(match.pattern)
    return compileRegexp(`^(?:${match.pattern})$`).matches
  } catch (cause) {
    if (!(cause instanceof RegexpError)) throw cause
    throw refusal(`the ${what} is not a pattern: ${cause.message}`, cause)
  }
}

function describe(match: Match): string {
  return 'exact' in match ? JSON.stringify(match.exact) : `/${match.pattern}/`
}
