import { type SigningKey, readSigningKey, signatureBundle } from '../../sources/sign/signing-key.ts'
import { verifyCosignKey } from '../../sources/verify/cosign.ts'
import { verifyKeyless } from '../../sources/verify/keyless.ts'
import { reasonOf } from '../../sources/verify/refusal.ts'
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
  return signatureBundle(bytes, keyOf(key, passphrase))
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

function keyOf(key: string, passphrase: string | undefined): SigningKey {
  try {
    return readSigningKey(key, passphrase)
  } catch (cause) {
    throw new ExpansionError('not-verified', reasonOf(cause), { cause })
  }
}
