import { expect, test } from 'vitest'
import { checkSha256 } from './checksum.ts'

const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('accepts the bytes that were pinned', () => {
  expect(() => checkSha256(Buffer.from('abc'), ofAbc, 'helm')).not.toThrow()
})

test('refuses other bytes and names both checksums', () => {
  const check = (): void => checkSha256(Buffer.from(''), ofAbc, 'helm/helm of some-package@1.0.0')
  expect(check).toThrow(
    `helm/helm of some-package@1.0.0 has sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855; wanted ${ofAbc}`,
  )
})
