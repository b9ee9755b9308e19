import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from './authority.ts'

const authority = createAuthority('testbed')
const certificateOf = ({ certificate }: { readonly certificate: string }) =>
  new X509Certificate(certificate)

test('an authority signs itself', () => {
  const own = certificateOf(authority)
  expect(own.ca).toBe(true)
  expect(own.verify(own.publicKey)).toBe(true)
})

test('a server certificate is good for its names and addresses', () => {
  const server = authority.signServer(['localhost'], ['127.0.0.1'])
  const signed = certificateOf(server)
  expect(signed.verify(certificateOf(authority).publicKey)).toBe(true)
  expect(signed.checkHost('localhost')).toBe('localhost')
  expect(signed.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(signed.checkPrivateKey(createPrivateKey(server.key))).toBe(true)
})

test('a client certificate names the user and the groups', () => {
  const { subject } = certificateOf(authority.signClient('jane', ['a', 'b']))
  expect(subject).toBe('O=a\nO=b\nCN=jane')
})
