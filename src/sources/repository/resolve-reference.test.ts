import { expect, test } from 'vitest'
import { resolveReference } from './resolve-reference.ts'

test.each([
  { base: 'https://x.example/charts', ref: 'a-1.tgz', url: 'https://x.example/charts/a-1.tgz' },
  { base: 'https://x.example/charts/', ref: 'a-1.tgz', url: 'https://x.example/charts/a-1.tgz' },
  { base: 'https://x.example', ref: 'sub/a.tgz', url: 'https://x.example/sub/a.tgz' },
  { base: 'https://x.example/charts', ref: '../a.tgz', url: 'https://x.example/a.tgz' },
  { base: 'https://x.example/charts', ref: '/a.tgz', url: 'https://x.example/a.tgz' },
  { base: 'https://x.example/c?key=1', ref: 'a.tgz', url: 'https://x.example/c/a.tgz?key=1' },
  {
    base: 'https://x.example/c?key=1',
    ref: 'a.tgz?other=2',
    url: 'https://x.example/c/a.tgz?key=1',
  },
  { base: 'https://x.example/c', ref: 'a b+c.tgz', url: 'https://x.example/c/a%20b+c.tgz' },
  { base: 'https://x.example/c', ref: 'http://y.example/a.tgz', url: 'http://y.example/a.tgz' },
  { base: 'https://x.example/c', ref: 'oci://y.example/a:1', url: 'oci://y.example/a:1' },
  // The query may be a secret, and this is another server.
  { base: 'https://x.example/c?key=1', ref: '//y.example/a.tgz', url: 'https://y.example/a.tgz' },
  {
    base: 'https://x.example/c',
    ref: '\\\\y.example\\a',
    url: 'https://x.example/c/%5C%5Cy.example%5Ca',
  },
])('$ref in $base is $url', ({ base, ref, url }) => {
  expect(resolveReference(base, ref)).toBe(url)
})

test.each([
  { base: 'https://x.example', ref: 'a%zz.tgz', says: 'failed to parse a%zz.tgz as URL' },
  { base: 'nonsense', ref: 'a.tgz', says: 'nonsense is not a URL' },
])('$ref in $base is refused', ({ base, ref, says }) => {
  expect(() => resolveReference(base, ref)).toThrow(says)
})
