import { expect, test } from 'vitest'
import { MissingKeysError } from '../../template/errors.ts'
import type { Entropy } from '../../template/func.ts'
import { renderWithKeys } from './render-with-keys.ts'

const startEntropy = (): Entropy => ({
  randomBytes: (count) => new Uint8Array(count),
  now: () => 0n,
})

test('a render that lacks keys is repeated with the keys it asked for', async () => {
  const made: string[] = []
  let rounds = 0
  const keys = await renderWithKeys(
    (entropy) => {
      rounds++
      const first = entropy.generateKey?.('rsa-2048')
      const second = entropy.generateKey?.('ed25519')
      if (first === undefined || second === undefined)
        throw new MissingKeysError(['rsa-2048', 'ed25519'])
      return [first, second]
    },
    startEntropy,
    async (kind) => {
      made.push(kind)
      return new TextEncoder().encode(kind)
    },
  )
  expect(keys.map((key) => new TextDecoder().decode(key))).toEqual(['rsa-2048', 'ed25519'])
  expect(made).toEqual(['rsa-2048', 'ed25519'])
  expect(rounds).toBe(2)
})

test('a render that never has enough keys ends', async () => {
  const endless = renderWithKeys(
    () => {
      throw new MissingKeysError(['ed25519'])
    },
    startEntropy,
    async () => new Uint8Array(),
  )
  await expect(endless).rejects.toThrow('private keys are still to be made: ed25519')
})
