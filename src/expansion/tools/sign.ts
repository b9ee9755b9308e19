import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { verifyCosignKey } from '../../sources/verify/cosign.ts'
import { verifyKeyless } from '../../sources/verify/keyless.ts'
import type { CosignDemand, KeylessDemand, VerifiedBy } from '../../sources/verify/verification.ts'
import { ExpansionError } from '../errors.ts'
import { lockFile, lockText } from '../package/lock.ts'
import type { Package } from '../package/open-package.ts'

/**
 * Signs a built package by a private key: the signature is of its lock, which has the digest of every file, and comes as a
 * Sigstore bundle, so that `cosign verify-blob` reads it too.
 */
export function signPackage(
  opened: Package,
  { key, passphrase }: { readonly key: string; readonly passphrase: string | undefined },
): string {
  const bytes = lockBytes(opened)
  const secret = readKey(key, passphrase)
  const isElliptic = secret.asymmetricKeyType === 'ec'
  if (!isElliptic && secret.asymmetricKeyType !== 'ed25519') {
    const found = secret.asymmetricKeyType ?? 'unknown'
    throw new ExpansionError('not-verified', `wanted an ECDSA or Ed25519 key, found ${found}`)
  }
  const signature = sign(isElliptic ? 'sha256' : undefined, bytes, secret)
  const digest = createHash('sha256').update(bytes).digest()
  const publicKey = createPublicKey(secret).export({ type: 'spki', format: 'der' })
  const hint = createHash('sha256').update(publicKey).digest('base64')
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: digest.toString('base64') },
      signature: signature.toString('base64'),
    },
  }
  return `${JSON.stringify(bundle)}\n`
}

/** A demand on the signature of a package. */
export type PackageDemand =
  | { readonly by: 'key'; readonly demand: CosignDemand }
  | { readonly by: 'identity'; readonly demand: KeylessDemand }

/** Says who signed a package, or fails; needs nothing but the bundle and the key or trusted root. */
export async function verifyPackage(
  opened: Package,
  bundle: Uint8Array,
  demand: PackageDemand,
  signal: AbortSignal,
): Promise<VerifiedBy> {
  const signed = { fileName: lockFile, archive: lockBytes(opened), bundle }
  if (demand.by === 'key') return await verifyCosignKey(signed, demand.demand, signal)
  return await verifyKeyless(signed, demand.demand, signal)
}

function lockBytes({ lock }: Package): Buffer {
  if (lock !== undefined) return Buffer.from(lockText(lock))
  throw new ExpansionError('not-verified', 'the package was not built: build it first')
}

function readKey(key: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch (cause) {
    const wanted = 'a private key in PEM, PKCS #8'
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ExpansionError('not-verified', `wanted ${wanted}: ${why}`, { cause })
  }
}
