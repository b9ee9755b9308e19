import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
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
} from '../../src/template/functions/crypto/der-write.ts'
import { encodePem } from '../../src/template/functions/crypto/pem.ts'

/** A certificate with its key, both as PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/** An authority that signs for one control plane. */
export interface Authority extends KeyPair {
  readonly signServer: (dnsNames: readonly string[], addresses: readonly string[]) => KeyPair
  readonly signClient: (user: string, groups: readonly string[]) => KeyPair
}

interface Name {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

interface Keys {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const dayMilliseconds = 86_400_000
const validDays = 365
const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'

/** A new authority on the P-256 curve; node:crypto signs, so no openssl program is needed. */
export function createAuthority(commonName: string): Authority {
  const keys = createKeys()
  const issuer = { name: { commonName }, keys }
  const certificate = createCertificate(issuer, { commonName }, keys, [
    extension('2.5.29.19', 'critical', sequence(boolean(true))),
    // Digital signature, certificate signing.
    extension('2.5.29.15', 'critical', bitString(Uint8Array.of(0x84), 2)),
    extension('2.5.29.14', 'plain', octetString(keyIdOf(keys))),
  ])
  const issue = (name: Name, purpose: string, more: readonly Uint8Array[]): KeyPair => {
    const own = createKeys()
    const id = element(contextTag(0, 'primitive'), keyIdOf(keys))
    const extensions = [
      extension('2.5.29.15', 'critical', bitString(Uint8Array.of(0x80), 7)),
      extension('2.5.29.37', 'plain', sequence(objectId(purpose))),
      extension('2.5.29.35', 'plain', sequence(id)),
      ...more,
    ]
    return { certificate: createCertificate(issuer, name, own, extensions), key: keyPem(own) }
  }
  return {
    certificate,
    key: keyPem(keys),
    signServer: (dnsNames, addresses) =>
      issue({ commonName: 'kube-apiserver' }, serverAuth, [
        extension('2.5.29.17', 'plain', alternativeNames(dnsNames, addresses)),
      ]),
    signClient: (user, groups) =>
      issue({ commonName: user, organizations: groups }, clientAuth, []),
  }
}

/** A pair for service-account tokens: the private key signs, the public key verifies. */
export function createTokenKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const keys = createKeys()
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' })
  return { privateKey: keyPem(keys), publicKey }
}

function createKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function keyPem(keys: Keys): string {
  return keys.privateKey.export({ type: 'sec1', format: 'pem' })
}

function keyIdOf(keys: Keys): Uint8Array {
  const bytes = keys.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha1').update(bytes).digest()
}

function createCertificate(
  issuer: { readonly name: Name; readonly keys: Keys },
  subject: Name,
  keys: Keys,
  extensions: readonly Uint8Array[],
): string {
  const contents = sequence(
    element(contextTag(0, 'constructed'), integer(2)),
    integer(BigInt(`0x${randomBytes(16).toString('hex')}`)),
    ecdsaWithSha256,
    nameBytes(issuer.name),
    validity(),
    nameBytes(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    element(contextTag(3, 'constructed'), sequence(...extensions)),
  )
  const signature = sign('sha256', contents, issuer.keys.privateKey)
  const bytes = sequence(contents, ecdsaWithSha256, bitString(signature))
  return encodePem({ type: 'CERTIFICATE', bytes })
}

/** Kubernetes reads the user from the common name and the groups from the organizations. */
function nameBytes({ commonName, organizations = [] }: Name): Uint8Array {
  const parts = [
    ...organizations.map((organization) => attribute('2.5.4.10', organization)),
    attribute('2.5.4.3', commonName),
  ]
  return sequence(...parts)
}

function attribute(id: string, text: string): Uint8Array {
  const value = element(tags.utf8String, Buffer.from(text))
  return element(tags.set, sequence(objectId(id), value))
}

/** From an hour ago, for clocks that are a little apart. */
function validity(): Uint8Array {
  const now = Date.now()
  return sequence(
    utcTime(new Date(now - 3_600_000)),
    utcTime(new Date(now + validDays * dayMilliseconds)),
  )
}

function utcTime(date: Date): Uint8Array {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return element(tags.utcTime, Buffer.from(digits.slice(2)))
}

function extension(id: string, weight: 'critical' | 'plain', value: Uint8Array): Uint8Array {
  const mark = weight === 'critical' ? [boolean(true)] : []
  return sequence(objectId(id), ...mark, octetString(value))
}

function alternativeNames(dnsNames: readonly string[], addresses: readonly string[]): Uint8Array {
  return sequence(
    ...dnsNames.map((name) => element(contextTag(2, 'primitive'), Buffer.from(name))),
    ...addresses.map((address) =>
      element(contextTag(7, 'primitive'), Uint8Array.from(address.split('.').map(Number))),
    ),
  )
}
