import { expect, test } from 'vitest'
import { commonLines } from './common-lines.ts'

test.each([
  { a: 'x', b: 'y', shared: '' },
  { a: 'abc', b: 'abc', shared: 'abc' },
  { a: 'abc', b: 'xbc', shared: 'bc' },
  { a: 'abcd', b: 'axcyd', shared: 'acd' },
  { a: 'xay', b: 'zaw', shared: 'a' },
  { a: 'xabyabz', b: 'wabvabu', shared: 'abab' },
])('$a and $b share $shared', ({ a, b, shared }) => {
  const pairs = commonLines(a.split(''), b.split('')).toSorted(([i], [j]) => i - j)
  expect(pairs.map(([i]) => a[i]).join('')).toBe(shared)
  expect(pairs.map(([, j]) => b[j]).join('')).toBe(shared)
})

test('long texts meet again after what only one of them has', () => {
  const body = Array.from({ length: 3000 }, (_, index) => `line ${index}`)
  const a = ['only a', ...body, 'end of a']
  const b = ['only b', 'and more', ...body.filter((_, index) => index !== 1500), 'end of b']
  const pairs = commonLines(a, b)
  expect(pairs.length).toBe(2999)
  for (const [i, j] of pairs) expect(a[i]).toBe(b[j])
})
