import { expect, test } from 'vitest'
import { scopedAddress } from './scoped-address.ts'

test.each([
  { href: '/plugins', namespace: '', address: '/plugins' },
  { href: '/plugins', namespace: 'shop', address: '/plugins?namespace=shop' },
  {
    href: '/plugins?state=failed',
    namespace: 'shop',
    address: '/plugins?state=failed&namespace=shop',
  },
  { href: '/plugins?namespace=web', namespace: 'shop', address: '/plugins?namespace=web' },
  { href: 'https://example.com', namespace: 'shop', address: 'https://example.com' },
])('$href of the namespace "$namespace" is $address', ({ href, namespace, address }) =>
  expect(scopedAddress(href, namespace)).toBe(address),
)
