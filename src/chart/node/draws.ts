import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Draws, KeyKind } from '../../template/func.ts'

/** Draws of this machine: its random source, its clock, its keys. */
export function nodeDraws(): Draws {
  // One render has one moment, as Helm's templates cannot tell but people can.
  const now = BigInt(Date.now()) * 1_000_000n
  return {
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    now: () => now,
    generateKey: (kind) => exportKey(makeKey(kind)),
  }
}

function makeKey(kind: KeyKind): KeyObject {
  switch (kind) {
    case 'rsa-2048':
      return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    case 'rsa-4096':
      return generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey
    case 'ecdsa-p256':
      return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
    case 'ed25519':
      return generateKeyPairSync('ed25519').privateKey
    case 'dsa-2048':
      return generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }).privateKey
  }
}

function exportKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
}
