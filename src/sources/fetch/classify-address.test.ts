import { expect, test } from 'vitest'
import { classifyAddress } from './classify-address.ts'

test.each([
  { address: 'oci://h/charts/demo:1.0.0', is: { kind: 'registry' } },
  { address: 'https://h/demo-1.0.0.tgz', is: { kind: 'http', url: 'https://h/demo-1.0.0.tgz' } },
  { address: 'https://h/charts?x=1', is: { kind: 'http', url: 'https://h/charts?x=1' } },
  { address: 'file:///charts/demo', is: { kind: 'file' } },
  { address: './demo', is: { kind: 'path', path: './demo' } },
  { address: '/charts/demo', is: { kind: 'path' } },
  { address: 'demo', is: { kind: 'path' } },
  { address: 'ext::sh -c x', is: { kind: 'path' } },
  {
    address: 'https://h/me/r.git',
    is: { kind: 'git', protocol: 'http', url: 'https://h/me/r.git' },
  },
  {
    address: 'git+https://h/me/r?ref=v1&path=charts/demo&x=1',
    is: { protocol: 'http', url: 'https://h/me/r?x=1', ref: 'v1', path: 'charts/demo' },
  },
  {
    address: 'git+ssh://git@h/me/r.git?ref=main',
    is: { protocol: 'ssh', url: 'ssh://git@h/me/r.git', ref: 'main' },
  },
  { address: 'ssh://git@h:22/r', is: { protocol: 'ssh', url: 'ssh://git@h:22/r' } },
  { address: 'git@h:me/r.git', is: { protocol: 'ssh', url: 'git@h:me/r.git' } },
])('$address is understood', ({ address, is }) => {
  const found = classifyAddress(address)
  const flat = found.kind === 'git' ? { kind: 'git', ...found.remote } : found
  const url = 'url' in flat ? { url: String(flat.url) } : {}
  expect({ ...flat, ...url }).toMatchObject(is)
})

test.each([
  { address: '', says: 'is empty' },
  { address: 'git://h/r', says: 'neither encrypted' },
  { address: 'ftp://h/r', says: 'is no scheme for charts' },
  { address: 'ext://h', says: 'is no scheme for charts' },
  { address: 'https://', says: 'no host' },
  { address: 'ssh://-oProxyCommand=x/r', says: '' },
  { address: 'ssh://-oProxyCommand@h/r', says: 'dash' },
  { address: 'ssh://me:secret@h/r', says: 'no password' },
  { address: 'https://h/\nx', says: 'control characters' },
])('$address is refused', ({ address, says }) => {
  expect(() => classifyAddress(address)).toThrow(says)
})

test('a refusal does not show a password', () => {
  expect(() => classifyAddress('ssh://me:secret@h/r')).not.toThrow('secret')
})
