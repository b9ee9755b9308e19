import { type Digest, algorithmOf, hexOf } from '../../oci/digest.ts'

/** The claim that a signature has to make. */
export interface Claim {
  readonly digest: Digest
  readonly annotations: Readonly<Record<string, string>>
}

type Json = Readonly<Record<string, unknown>>

const simpleSigningType = 'cosign container image signature'
const statementTypes = ['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']
/** Other predicates are attestations: they say something of a chart, not that it may be used. */
const signPredicate = 'https://sigstore.dev/cosign/sign/v1'

/**
 * Says what is wrong with the payload of a simple signature. Only the digest tells what was signed: the
 * reference in it is whatever the signer called it.
 */
export function whyNotSimpleClaim(payload: Uint8Array, claim: Claim): string | undefined {
  const json = parseJson(payload)
  if (json === undefined) return 'its payload is not JSON'
  const critical = objectAt(json, 'critical')
  if (critical['type'] !== simpleSigningType) return `it signs a ${show(critical['type'])}`
  const digest = objectAt(critical, 'image')['docker-manifest-digest']
  if (digest !== claim.digest) return `it signs ${show(digest)}`
  return whyNotAnnotations(objectAt(json, 'optional'), claim)
}

/** The same for an in-toto statement, which new bundles hold. */
export function whyNotStatement(payload: Uint8Array, claim: Claim): string | undefined {
  const json = parseJson(payload)
  if (json === undefined) return 'its payload is not JSON'
  if (!statementTypes.some((type) => json['_type'] === type)) return 'it holds no in-toto statement'
  if (json['predicateType'] !== signPredicate) {
    return `it is an attestation of ${show(json['predicateType'])} and no signature`
  }
  const subjects = (Array.isArray(json['subject']) ? json['subject'] : []).map(asObject)
  const digests = subjects.map((subject) => objectAt(subject, 'digest'))
  const algorithm = algorithmOf(claim.digest)
  const index = digests.findIndex((digest) => digest[algorithm] === hexOf(claim.digest))
  if (index < 0) return `it signs ${digests.map((digest) => show(digest[algorithm])).join(', ')}`
  return whyNotAnnotations(objectAt(subjects[index] ?? {}, 'annotations'), claim)
}

function whyNotAnnotations(found: Json, { annotations }: Claim): string | undefined {
  const wrong = Object.entries(annotations).find(([key, value]) => found[key] !== value)
  if (wrong === undefined) return undefined
  const [key, value] = wrong
  return `its annotation ${key} is ${show(found[key])}, not ${show(value)}`
}

function parseJson(bytes: Uint8Array): Json | undefined {
  try {
    return asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    // A text that is no JSON makes no claim; the caller says so.
    return undefined
  }
}

function objectAt(json: Json, key: string): Json {
  return asObject(json[key])
}

function asObject(value: unknown): Json {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Json) : {}
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200)
}
