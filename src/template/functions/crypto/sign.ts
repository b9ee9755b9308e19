import { ed25519 } from '@noble/curves/ed25519.js'
import { invert, mod, pow } from '@noble/curves/abstract/modular.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { Entropy } from '../../func.ts'
import { drawBelow } from '../random/draw.ts'
import { multiplyBase, type Curve } from './curves.ts'
import {
  integer,
  joinBytes,
  nullElement,
  objectId,
  octetString,
  sequence,
  unsignedBytes,
  unsignedNumber,
} from '../../../formats/der/write-der.ts'
import type { DsaKey, EcKey, PrivateKey, RsaKey } from './private-key.ts'

const sha256Id = '2.16.840.1.101.3.4.2.1'

const hashes = { sha256, sha384, sha512 } as const

/** Object identifiers of ECDSA with a hash. */
const ecSignatureIds = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
} as const

/** The algorithm that Go signs certificates with for a key of this kind. */
export function signatureAlgorithm(key: Exclude<PrivateKey, DsaKey>): Uint8Array {
  switch (key.kind) {
    case 'rsa':
      return sequence(objectId('1.2.840.113549.1.1.11'), nullElement)
    case 'ec':
      return sequence(objectId(ecSignatureIds[key.curve.hash]))
    case 'ed25519':
      return sequence(objectId('1.3.101.112'))
  }
}

export function sign(
  key: Exclude<PrivateKey, DsaKey>,
  message: Uint8Array,
  entropy: Entropy,
): Uint8Array {
  switch (key.kind) {
    case 'rsa':
      return signRsa(key, message)
    case 'ec':
      return signEc(key, message, entropy)
    case 'ed25519':
      return ed25519.sign(message, key.seed)
  }
}

/** PKCS #1 v1.5 with SHA-256: the hash behind a fixed pad, taken to the private exponent. */
function signRsa(key: RsaKey, message: Uint8Array): Uint8Array {
  const length = Math.ceil(key.modulus.toString(16).length / 2)
  const digest = sequence(sequence(objectId(sha256Id), nullElement), octetString(sha256(message)))
  const pad = new Uint8Array(length - digest.length - 3).fill(0xff)
  const padded = joinBytes([Uint8Array.of(0, 1), pad, Uint8Array.of(0), digest])
  return unsignedBytes(decrypt(key, unsignedNumber(padded)), length)
}

/** By Chinese remaindering, which is four times as fast as one exponentiation. */
function decrypt(key: RsaKey, value: bigint): bigint {
  const byP = pow(value, key.exponentP, key.p)
  const byQ = pow(value, key.exponentQ, key.q)
  const difference = mod((byP - byQ) * key.inverseQ, key.p)
  return byQ + difference * key.q
}

function signEc({ curve, scalar }: EcKey, message: Uint8Array, entropy: Entropy): Uint8Array {
  const { order } = curve
  const hash = hashNumber(curve, message)
  for (;;) {
    const nonce = drawBelow(entropy, order - 1n) + 1n
    const r = multiplyBase(curve, nonce).x % order
    const s = mod(invert(nonce, order) * (hash + r * scalar), order)
    if (r !== 0n && s !== 0n) return sequence(integer(r), integer(s))
  }
}

/** The hash as a number; of a hash longer than the order only the first bits count. */
function hashNumber({ hash, order }: Curve, message: Uint8Array): bigint {
  const bytes = hashes[hash](message)
  const surplus = bytes.length * 8 - order.toString(2).length
  const number = unsignedNumber(bytes)
  return surplus > 0 ? number >> BigInt(surplus) : number
}
