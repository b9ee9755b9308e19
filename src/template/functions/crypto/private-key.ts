import type { Curve, Point } from './curves.ts'

/** Keys that certificates can be made for or signed with; DSA keys can only be printed. */
export type PrivateKey = RsaKey | EcKey | Ed25519Key | DsaKey

export interface RsaKey {
  readonly kind: 'rsa'
  readonly modulus: bigint
  readonly publicExponent: bigint
  readonly privateExponent: bigint
  /** The two primes with what Chinese remaindering needs of them. */
  readonly p: bigint
  readonly q: bigint
  readonly exponentP: bigint
  readonly exponentQ: bigint
  readonly inverseQ: bigint
}

export interface EcKey {
  readonly kind: 'ec'
  readonly curve: Curve
  readonly scalar: bigint
  readonly point: Point
}

export interface Ed25519Key {
  readonly kind: 'ed25519'
  readonly seed: Uint8Array
  readonly publicKey: Uint8Array
}

export interface DsaKey {
  readonly kind: 'dsa'
  readonly p: bigint
  readonly q: bigint
  readonly g: bigint
  readonly y: bigint
  readonly x: bigint
}

export const objectIds = {
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
  ed25519: '1.3.101.112',
  dsa: '1.2.840.10040.4.1',
} as const
