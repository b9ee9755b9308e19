import { createPublicKey, verify } from 'node:crypto'
import { DerError, DerReader } from '../../formats/der/read-der.ts'
import { contextTag, tags } from '../../formats/der/write-der.ts'

/** What somebody asks to have signed (PKCS #10); names, keys and extensions are DER. */
export interface CertificateRequest {
  readonly subject: Uint8Array
  readonly organizations: readonly string[]
  readonly publicKey: Uint8Array
  /** The whole extension. */
  readonly alternativeNames: Uint8Array | undefined
  /** Whether the key that is asked for signed the request. */
  readonly isSigned: () => boolean
}

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
  return {
    subject: subject.full,
    organizations: organizationsIn(subject.contents),
    publicKey,
    alternativeNames: attributes && namesIn(attributes.contents),
    isSigned: () => isSignedBy(publicKey, algorithm, body.full, signature),
  }
}

function organizationsIn(name: Uint8Array): readonly string[] {
  const found: string[] = []
  for (const set = new DerReader(name); !set.isEmpty;) {
    for (const pairs = new DerReader(set.expect(tags.set).contents); !pairs.isEmpty;) {
      const pair = pairs.sequence()
      const isOrganization = pair.objectId() === organization
      const { contents } = pair.next()
      if (isOrganization) found.push(Buffer.from(contents).toString())
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
