import { type KeyObject, constants, createHash, createPublicKey, verify } from 'node:crypto'
import { reasonOf, refusal } from './refusal.ts'

const maxKeyBytes = 64 * 1024

/** A public key as cosign signs for it. */
export interface CosignKey {
  /** SHA256: and the digest of the key, as people compare it. */
  readonly fingerprint: string
  readonly hasSigned: (bytes: Uint8Array, signature: Uint8Array) => boolean
}

/** Reads a public key in PEM, of a kind that cosign knows. */
export function readCosignKey(pem: string): CosignKey {
  const key = parseKey(pem)
  const schemes = schemesOf(key)
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    fingerprint: `SHA256:${createHash('sha256').update(der).digest('hex')}`,
    hasSigned: (bytes, signature) =>
      schemes.some(({ hash, ...scheme }) => verify(hash, bytes, { key, ...scheme }, signature)),
  }
}

interface Scheme {
  /** undefined where the key itself says how to hash. */
  readonly hash: string | undefined
  readonly padding?: number
  readonly saltLength?: number
}

function parseKey(pem: string): KeyObject {
  if (pem.length > maxKeyBytes) throw refusal('the public key is larger than any key')
  // Node would make a public key of a private one, which nobody should have to hand out.
  if (!/-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem)) {
    throw refusal('wanted a public key in PEM, such as cosign.pub, found none')
  }
  try {
    return createPublicKey(pem)
  } catch (cause) {
    throw refusal(`the public key cannot be read: ${reasonOf(cause)}`, cause)
  }
}

// Cosign hashes by the size of the curve; versions before 3 took SHA-256 for all of them.
function schemesOf(key: KeyObject): readonly Scheme[] {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return [{ hash: undefined }]
    case 'ec': {
      const own = curveHashes[namedCurve ?? '']
      if (own === undefined) throw refusal(`no signatures are known for the curve ${namedCurve}`)
      return own.map((hash) => ({ hash }))
    }
    case 'rsa': {
      if (modulusLength < minRsaBits) {
        throw refusal(`wanted an RSA key of at least ${minRsaBits} bits, found ${modulusLength}`)
      }
      const pss = { padding: constants.RSA_PKCS1_PSS_PADDING }
      const automatic = { saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      return [
        { hash: 'sha256', padding: constants.RSA_PKCS1_PADDING },
        { hash: 'sha256', ...pss, ...automatic },
      ]
    }
    default:
      throw refusal(`no signatures are known for ${key.asymmetricKeyType} keys`)
  }
}

const minRsaBits = 2048
const curveHashes: Readonly<Record<string, readonly string[]>> = {
  prime256v1: ['sha256'],
  secp384r1: ['sha384', 'sha256'],
  secp521r1: ['sha512', 'sha256'],
}
