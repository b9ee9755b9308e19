import { createHash, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
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
} from '../../formats/der/write-der.ts'

/**
 * The subject of a certificate: Kubernetes reads the user from the common name, groups from
 * organizations.
 */
export interface Subject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

/** The contents of a certificate; keys and extensions are DER. */
export interface CertificateContents {
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
  readonly publicKey: Uint8Array
  readonly extensions: readonly Uint8Array[]
}

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedUsage: '2.5.29.37',
} as const

/** A certificate in PEM, signed with a key on the P-256 curve. */
export function signCertificate(contents: CertificateContents, key: KeyObject): string {
  const algorithm = sequence(objectId(oids.ecdsaWithSha256))
  const body = sequence(
    element(contextTag(0, 'constructed'), integer(2)),
    integer(BigInt(`0x${randomBytes(16).toString('hex')}`)),
    algorithm,
    contents.issuer,
    sequence(timeOf(contents.from), timeOf(contents.until)),
    contents.subject,
    contents.publicKey,
    element(contextTag(3, 'constructed'), sequence(...contents.extensions)),
  )
  return pemOf('CERTIFICATE', sequence(body, algorithm, bitString(sign('sha256', body, key))))
}

export function nameOf({ commonName, organizations = [] }: Subject): Uint8Array {
  const parts = organizations.map((organization) => attribute(oids.organization, organization))
  return sequence(...parts, attribute(oids.commonName, commonName))
}

function attribute(id: string, text: string): Uint8Array {
  const value = element(tags.utf8String, Buffer.from(text))
  return element(tags.set, sequence(objectId(id), value))
}

/** Two digits of the year until 2049, four after it. */
function timeOf(milliseconds: number): Uint8Array {
  const digits = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return digits < '2050'
    ? element(tags.utcTime, Buffer.from(digits.slice(2)))
    : element(tags.generalizedTime, Buffer.from(digits))
}

export function isAuthority(): Uint8Array {
  return extension(oids.basicConstraints, 'critical', sequence(boolean(true)))
}

export function isLeaf(): Uint8Array {
  return extension(oids.basicConstraints, 'critical', sequence())
}

/** The bits of the first byte, the highest is a digital signature. */
export function keyUsage(bits: number): Uint8Array {
  const unused = Math.min(7, 31 - Math.clz32(bits & -bits))
  return extension(oids.keyUsage, 'critical', bitString(Uint8Array.of(bits), unused))
}

export function extendedUsage(purposes: readonly string[]): Uint8Array {
  return extension(oids.extendedUsage, 'plain', sequence(...purposes.map(objectId)))
}

export function ownKeyId(publicKey: Uint8Array): Uint8Array {
  return extension(oids.subjectKeyId, 'plain', octetString(keyIdOf(publicKey)))
}

export function issuerKeyId(publicKey: Uint8Array): Uint8Array {
  const id = element(contextTag(0, 'primitive'), keyIdOf(publicKey))
  return extension(oids.authorityKeyId, 'plain', sequence(id))
}

export function alternativeNames(
  dnsNames: readonly string[],
  addresses: readonly string[],
): Uint8Array {
  const names = sequence(
    ...dnsNames.map((name) => element(contextTag(2, 'primitive'), Buffer.from(name))),
    ...addresses.map((address) => element(contextTag(7, 'primitive'), addressBytes(address))),
  )
  return extension(oids.alternativeNames, 'plain', names)
}

/** Of an IPv6 address only the one that a server of one machine has. */
function addressBytes(address: string): Uint8Array {
  if (address === '::1') return Uint8Array.from([...Array<number>(15).fill(0), 1])
  return Uint8Array.from(address.split('.').map(Number))
}

function extension(id: string, weight: 'critical' | 'plain', value: Uint8Array): Uint8Array {
  const mark = weight === 'critical' ? [boolean(true)] : []
  return sequence(objectId(id), ...mark, octetString(value))
}

function keyIdOf(publicKey: Uint8Array): Uint8Array {
  return createHash('sha1').update(publicKey).digest()
}

function pemOf(type: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')
}
