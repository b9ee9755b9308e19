import {
  bitString,
  contextTag,
  element,
  integer,
  joinBytes,
  nullElement,
  objectId,
  octetString,
  sequence,
  unsignedBytes,
} from '../../../formats/der/write-der.ts'
import { encodePem, type PemBlock } from './pem.ts'
import { objectIds, type DsaKey, type EcKey, type PrivateKey, type RsaKey } from './private-key.ts'

/** The key as Sprig prints it: PKCS#1 for RSA, SEC 1 for elliptic curves, PKCS#8 for Ed25519. */
export function writePrivateKey(key: PrivateKey): string {
  return encodePem(blockOf(key))
}

/** The bits of a public key, and the algorithm in front of them. */
export interface PublicKeyParts {
  readonly algorithm: Uint8Array
  readonly bits: Uint8Array
}

/** The public key as certificates hold it. */
export function publicKeyParts(key: Exclude<PrivateKey, DsaKey>): PublicKeyParts {
  switch (key.kind) {
    case 'rsa':
      return {
        algorithm: sequence(objectId(objectIds.rsa), nullElement),
        bits: sequence(integer(key.modulus), integer(key.publicExponent)),
      }
    case 'ec':
      return {
        algorithm: sequence(objectId(objectIds.ec), objectId(key.curve.objectId)),
        bits: pointBytes(key),
      }
    case 'ed25519':
      return { algorithm: sequence(objectId(objectIds.ed25519)), bits: key.publicKey }
  }
}

/** The public key in DER, as it stands in a certificate. */
export function publicKeyBytes(key: Exclude<PrivateKey, DsaKey>): Uint8Array {
  const { algorithm, bits } = publicKeyParts(key)
  return sequence(algorithm, bitString(bits))
}

function blockOf(key: PrivateKey): PemBlock {
  switch (key.kind) {
    case 'rsa':
      return { type: 'RSA PRIVATE KEY', bytes: rsaBytes(key) }
    case 'ec':
      return { type: 'EC PRIVATE KEY', bytes: ecBytes(key) }
    case 'dsa': {
      const numbers = [0n, key.p, key.q, key.g, key.y, key.x].map(integer)
      return { type: 'DSA PRIVATE KEY', bytes: sequence(...numbers) }
    }
    case 'ed25519': {
      const seed = octetString(octetString(key.seed))
      const { algorithm } = publicKeyParts(key)
      return { type: 'PRIVATE KEY', bytes: sequence(integer(0), algorithm, seed) }
    }
  }
}

function rsaBytes(key: RsaKey): Uint8Array {
  const numbers = [
    0n,
    key.modulus,
    key.publicExponent,
    key.privateExponent,
    key.p,
    key.q,
    key.exponentP,
    key.exponentQ,
    key.inverseQ,
  ]
  return sequence(...numbers.map(integer))
}

function ecBytes(key: EcKey): Uint8Array {
  return sequence(
    integer(1),
    octetString(unsignedBytes(key.scalar, key.curve.length)),
    element(contextTag(0, 'constructed'), objectId(key.curve.objectId)),
    element(contextTag(1, 'constructed'), bitString(pointBytes(key))),
  )
}

/** Both coordinates behind the mark of an uncompressed point. */
function pointBytes({ curve, point }: EcKey): Uint8Array {
  return joinBytes([
    Uint8Array.of(4),
    unsignedBytes(point.x, curve.length),
    unsignedBytes(point.y, curve.length),
  ])
}
