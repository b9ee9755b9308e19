import { expect, test } from 'vitest'
import { resolveRef } from './resolve-ref.ts'

const oid = (digit: string) => digit.repeat(40)
const refs = [
  { name: 'HEAD', oid: oid('1'), target: 'refs/heads/main' },
  { name: 'refs/heads/main', oid: oid('1') },
  { name: 'refs/heads/both', oid: oid('2') },
  { name: 'refs/tags/both', oid: oid('3') },
  { name: 'refs/tags/v1.10.0', oid: oid('4') },
  { name: 'refs/pull/7/head', oid: oid('5') },
]

test.each([
  { wanted: undefined, is: oid('1') },
  { wanted: 'HEAD', is: oid('1') },
  { wanted: 'main', is: oid('1') },
  { wanted: 'heads/main', is: oid('1') },
  { wanted: 'both', is: oid('3') },
  { wanted: 'refs/heads/both', is: oid('2') },
  { wanted: 'pull/7/head', is: oid('5') },
  { wanted: oid('a'), is: oid('a') },
])('$wanted is $is', ({ wanted, is }) => {
  expect(resolveRef(refs, wanted).oid).toBe(is)
})

test.each([
  { wanted: 'v1.1.0', says: 'there are v1.10.0, ' },
  { wanted: 'mian', says: 'there are main, both' },
  { wanted: '1.10.0', says: 'there are v1.10.0' },
  { wanted: 'abc1234', says: 'named by its 40 digits' },
  { wanted: '', says: 'is no branch and no tag' },
  { wanted: '--upload-pack=x', says: 'is no branch and no tag' },
])('$wanted is refused, with what is near', ({ wanted, says }) => {
  expect(() => resolveRef(refs, wanted)).toThrow(says)
})

test('an empty repository has nothing to offer', () => {
  expect(() => resolveRef([], undefined)).toThrow('the repository has none')
})
