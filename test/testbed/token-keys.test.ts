import { createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenKeys } from './token-keys.ts'

test('the keys for tokens are a pair', () => {
  const { privateKey, publicKey } = createTokenKeys()
  expect(createPublicKey(privateKey).equals(createPublicKey(publicKey))).toBe(true)
})
