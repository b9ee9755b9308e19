import type { Entropy, KeyKind } from '../template/func.ts'

/** Random bytes and the time, of a browser or of Node. */
export function entropyOfPlatform(): Entropy {
  // One render has one moment.
  const now = BigInt(Date.now()) * 1_000_000n
  return { randomBytes, now: () => now }
}

// The platform fills at most so many bytes at once.
const mostBytes = 65_536

function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count)
  for (let at = 0; at < count; at += mostBytes) {
    crypto.getRandomValues(bytes.subarray(at, at + mostBytes))
  }
  return bytes
}

/** Makes a private key as PKCS#8 DER, by the Web Crypto API. */
export async function makeKey(kind: KeyKind): Promise<Uint8Array> {
  const pair = await crypto.subtle.generateKey(algorithmOf(kind), true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error(`the Web Crypto API made no key pair for ${kind}`)
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
}

function algorithmOf(kind: KeyKind) {
  const publicExponent = new Uint8Array([1, 0, 1])
  switch (kind) {
    case 'rsa-2048':
      return { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent, hash: 'SHA-256' }
    case 'rsa-4096':
      return { name: 'RSASSA-PKCS1-v1_5', modulusLength: 4096, publicExponent, hash: 'SHA-256' }
    case 'ecdsa-p256':
      return { name: 'ECDSA', namedCurve: 'P-256' }
    case 'ed25519':
      return { name: 'Ed25519' }
    case 'dsa-2048':
      throw new Error('the Web Crypto API makes no DSA keys: a chart that makes one needs Node')
  }
}
