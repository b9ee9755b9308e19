import { sha256 } from '@noble/hashes/sha2.js'
import { isAscii, isValidUtf8, toBytes } from '../../../formats/go-string.ts'
import { quote } from '../../../formats/quote.ts'
import { FuncError, type Entropy } from '../../func.ts'
import { drawBelow } from '../random/draw.ts'
import { formatTime } from '../time/format.ts'
import { civilOf, momentAt } from '../time/moment.ts'
import { utc } from '../time/zone.ts'
import {
  bitString,
  boolean,
  contextTag,
  element,
  integer,
  objectId,
  octetString,
  sequence,
  tags,
} from '../../../formats/der/write-der.ts'
import type { DsaKey, PrivateKey } from './private-key.ts'
import { sign, signatureAlgorithm } from './sign.ts'
import { publicKeyBytes, publicKeyParts } from './write-key.ts'

export type SigningKey = Exclude<PrivateKey, DsaKey>

/** The contents of a certificate. */
export interface CertificateRequest {
  readonly commonName: string
  readonly dnsNames: readonly string[]
  readonly addresses: readonly Uint8Array[]
  readonly days: bigint
  readonly isAuthority: boolean
}

/**
 * The issuer of a certificate. A certificate that signs itself has no issuer's name and no key
 * identifier.
 */
export interface Issuer {
  readonly key: SigningKey
  /** The issuer's name in DER; undefined for the certificate's own. */
  readonly name: Uint8Array | undefined
  readonly keyId: Uint8Array | undefined
}

const dayNanos = 86_400_000_000_000n
const serialLimit = 1n << 128n

/** The DER of a certificate as Go's x509.CreateCertificate makes it of Sprig's template. */
export function createCertificate(
  request: CertificateRequest,
  subjectKey: SigningKey,
  issuer: Issuer,
  entropy: Entropy,
): Uint8Array {
  const algorithm = signatureAlgorithm(issuer.key)
  const subject = nameOf(request.commonName)
  const { bits } = publicKeyParts(subjectKey)
  const issuerName = issuer.name ?? subject
  const authorityId = isSame(issuerName, subject) ? undefined : issuer.keyId
  const keyId = request.isAuthority ? sha256(bits).subarray(0, 20) : undefined
  const contents = sequence(
    element(contextTag(0, 'constructed'), integer(2)),
    integer(drawBelow(entropy, serialLimit)),
    algorithm,
    issuerName,
    validity(entropy.now(), request.days),
    subject,
    publicKeyBytes(subjectKey),
    element(contextTag(3, 'constructed'), sequence(...extensions(request, keyId, authorityId))),
  )
  return sequence(contents, algorithm, bitString(sign(issuer.key, contents, entropy)))
}

/** A name with only a common name, or with nothing. */
function nameOf(commonName: string): Uint8Array {
  if (commonName === '') return sequence()
  if (!isValidUtf8(commonName)) throw new FuncError(`${creating}asn1: string not valid UTF-8`)
  const isPrintable = /^[A-Za-z0-9'()+,\-./:=? ]*$/.test(commonName)
  const text = element(isPrintable ? tags.printableString : tags.utf8String, toBytes(commonName))
  return sequence(element(tags.set, sequence(objectId('2.5.4.3'), text)))
}

/** The text that Sprig puts before Go's words. */
const creating = 'error creating certificate: '

function validity(now: bigint, days: bigint): Uint8Array {
  // Go's durations wrap around.
  const duration = BigInt.asIntN(64, days * dayNanos)
  return sequence(timeElement(now), timeElement(now + duration))
}

/** Years from 1950 to 2049 have two digits. */
function timeElement(nanos: bigint): Uint8Array {
  const moment = momentAt(nanos, utc)
  const { year } = civilOf(moment)
  const isShort = year >= 1950 && year < 2050
  if (year < 0 || year > 9999) {
    throw new FuncError(
      `${creating}asn1: structure error: cannot represent time as GeneralizedTime`,
    )
  }
  const text = formatTime(moment, isShort ? '060102150405Z' : '20060102150405Z')
  return element(isShort ? tags.utcTime : tags.generalizedTime, toBytes(text))
}

function extensions(
  request: CertificateRequest,
  keyId: Uint8Array | undefined,
  authorityId: Uint8Array | undefined,
): readonly Uint8Array[] {
  // Digital signature and key encipherment; authorities sign certificates as well.
  const usage = request.isAuthority
    ? bitString(Uint8Array.of(0xa4), 2)
    : bitString(Uint8Array.of(0xa0), 5)
  const purposes = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'].map(objectId)
  const constraints = request.isAuthority ? sequence(boolean(true)) : sequence()
  const found = [
    extension('2.5.29.15', 'critical', usage),
    extension('2.5.29.37', 'plain', sequence(...purposes)),
    extension('2.5.29.19', 'critical', constraints),
  ]
  if (keyId !== undefined) found.push(extension('2.5.29.14', 'plain', octetString(keyId)))
  if (authorityId !== undefined) {
    const id = element(contextTag(0, 'primitive'), authorityId)
    found.push(extension('2.5.29.35', 'plain', sequence(id)))
  }
  const names = alternativeNames(request)
  if (names.length > 0) {
    // Where there is no subject, these are the only names.
    const weight = request.commonName === '' ? 'critical' : 'plain'
    found.push(extension('2.5.29.17', weight, sequence(...names)))
  }
  return found
}

function extension(id: string, weight: 'critical' | 'plain', value: Uint8Array): Uint8Array {
  const mark = weight === 'critical' ? [boolean(true)] : []
  return sequence(objectId(id), ...mark, octetString(value))
}

function alternativeNames({ dnsNames, addresses }: CertificateRequest): readonly Uint8Array[] {
  const foreign = dnsNames.find((name) => !isAscii(name))
  if (foreign !== undefined) {
    throw new FuncError(`${creating}x509: ${quote(foreign)} cannot be encoded as an IA5String`)
  }
  return [
    ...dnsNames.map((name) => element(contextTag(2, 'primitive'), toBytes(name))),
    ...addresses.map((address) => element(contextTag(7, 'primitive'), address)),
  ]
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
