import { generateKeyPairSync } from 'node:crypto'

/** A pair for service-account tokens: the private key signs, the public key verifies. */
export function createTokenKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: keys.privateKey.export({ type: 'sec1', format: 'pem' }),
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }),
  }
}
