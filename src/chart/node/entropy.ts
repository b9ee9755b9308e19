import type { KeyObject } from 'node:crypto'
import type { Entropy, KeyKind } from '../../template/func.ts'

/** The entropy of this machine: its random source, its clock, its keys. */
export function nodeEntropy(): Entropy {
  // One render has one moment, as Helm's templates cannot tell but people can.
  const now = BigInt(Date.now()) * 1_000_000n
  return {
    randomBytes: (count) => new Uint8Array(loadCrypto().randomBytes(count)),
    now: () => now,
    generateKey: (kind) => exportKey(makeKey(kind)),
  }
}

/** Loaded when something is drawn: most charts draw nothing, and loading it costs a tenth of a start. */
function loadCrypto() {
  return process.getBuiltinModule('node:crypto')
}

function makeKey(kind: KeyKind): KeyObject {
  const { generateKeyPairSync } = loadCrypto()
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
