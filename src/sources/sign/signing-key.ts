import { type KeyObject, createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { refusal, reasonOf } from '../verify/refusal.ts'

/** A private key in PEM that signs as cosign does. */
export interface SigningKey {
  /** Base64 of the digest of the public key, by which a bundle names it. */
  readonly hint: string
  /** Base64. */
  readonly sign: (bytes: Uint8Array) => string
}

/** Reads a private key: PKCS #8, ECDSA or Ed25519. */
export function readSigningKey(pem: string, passphrase: string | undefined): SigningKey {
  const key = parseKey(pem, passphrase)
  const hash = hashOf(key)
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    hint: createHash('sha256').update(der).digest('base64'),
    sign: (bytes) => sign(hash, bytes, key).toString('base64'),
  }
}

/** A signature of bytes as a Sigstore bundle, which `cosign verify-blob` reads too. */
export function signatureBundle(bytes: Uint8Array, key: SigningKey): string {
  const digest = createHash('sha256').update(bytes).digest('base64')
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: key.hint }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest },
      signature: key.sign(bytes),
    },
  }
  return `${JSON.stringify(bundle)}\n`
}

function parseKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch (cause) {
    throw refusal(`wanted a private key in PEM, PKCS #8: ${reasonOf(cause)}`, cause)
  }
}

function hashOf({ asymmetricKeyType }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'ec') return 'sha256'
  if (asymmetricKeyType === 'ed25519') return undefined
  throw refusal(`wanted an ECDSA or Ed25519 key, found ${asymmetricKeyType ?? 'another'}`)
}
