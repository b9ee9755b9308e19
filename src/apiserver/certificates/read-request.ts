import { createPublicKey, verify } from 'node:crypto'
import { DerError, DerReader } from '../../formats/der/read-der.ts'
import { contextTag, tags } from '../../formats/der/write-der.ts'

/** A request for a certificate (PKCS #10); names, keys and extensions are DER. */
export interface CertificateRequest {
  readonly subject: Uint8Array
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly publicKey: Uint8Array
  /** The whole extension. */
  readonly alternativeNames: Uint8Array | undefined
  /** The kinds of names in it. */
  readonly nameKinds: ReadonlySet<NameKind>
  /** Whether the key that is asked for signed the request. */
  readonly isSigned: () => boolean
}

export type NameKind = 'Email' | 'DNS' | 'URI' | 'IP'

/** By the numbers of their tags. */
const nameKinds: Readonly<Record<number, NameKind>> = { 1: 'Email', 2: 'DNS', 6: 'URI', 7: 'IP' }
const commonName = '2.5.4.3'
const organization = '2.5.4.10'
const extensionRequest = '1.2.840.113549.1.9.14'
const alternativeNames = '2.5.29.17'

/** Of the signatures, null is for one that hashes by itself. */
const hashes: Readonly<Record<string, string | null>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.3.101.112': null,
}

/** Reads the first block of a PEM text; throws a DerError when it is no request. */
export function readRequest(pem: string): CertificateRequest {
  const block = /-----BEGIN ([^-]+)-----([^-]*)-----END \1-----/.exec(pem)
  if (block?.[1] !== 'CERTIFICATE REQUEST') {
    throw new DerError('PEM block type must be CERTIFICATE REQUEST')
  }
  const whole = new DerReader(Buffer.from(block[2] ?? '', 'base64')).sequence()
  const body = whole.expect(tags.sequence)
  const algorithm = whole.sequence().objectId()
  const signature = whole.bitString()
  const parts = new DerReader(body.contents)
  parts.integer()
  const subject = parts.expect(tags.sequence)
  const publicKey = parts.expect(tags.sequence).full
  const attributes = parts.optional(contextTag(0, 'constructed'))
  const names = attributes && namesIn(attributes.contents)
  return {
    subject: subject.full,
    commonName: partsIn(subject.contents, commonName).at(-1) ?? '',
    organizations: partsIn(subject.contents, organization),
    publicKey,
    alternativeNames: names,
    nameKinds: kindsIn(names),
    isSigned: () => isSignedBy(publicKey, algorithm, body.full, signature),
  }
}

function partsIn(name: Uint8Array, wanted: string): readonly string[] {
  const found: string[] = []
  for (const set = new DerReader(name); !set.isEmpty;) {
    for (const pairs = new DerReader(set.expect(tags.set).contents); !pairs.isEmpty;) {
      const pair = pairs.sequence()
      const isWanted = pair.objectId() === wanted
      const { contents } = pair.next()
      if (isWanted) found.push(Buffer.from(contents).toString())
    }
  }
  return found
}

function namesIn(attributes: Uint8Array): Uint8Array | undefined {
  for (const reader = new DerReader(attributes); !reader.isEmpty;) {
    const attribute = reader.sequence()
    if (attribute.objectId() !== extensionRequest) continue
    const extensions = new DerReader(attribute.expect(tags.set).contents).sequence()
    while (!extensions.isEmpty) {
      const { contents, full } = extensions.expect(tags.sequence)
      if (new DerReader(contents).objectId() === alternativeNames) return full
    }
  }
  return undefined
}

function kindsIn(extension: Uint8Array | undefined): ReadonlySet<NameKind> {
  const kinds = new Set<NameKind>()
  if (extension === undefined) return kinds
  const reader = new DerReader(extension).sequence()
  reader.objectId()
  // Before the names themselves it may say whether they are critical.
  let last = reader.next()
  while (!reader.isEmpty) last = reader.next()
  for (const names = new DerReader(last.contents).sequence(); !names.isEmpty;) {
    const kind = nameKinds[names.next().tag & 0x1f]
    if (kind !== undefined) kinds.add(kind)
  }
  return kinds
}

function isSignedBy(
  publicKey: Uint8Array,
  algorithm: string,
  body: Uint8Array,
  signature: Uint8Array,
): boolean {
  const hash = hashes[algorithm]
  if (hash === undefined) return false
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
    return verify(hash, body, key, signature)
  } catch {
    return false
  }
}
