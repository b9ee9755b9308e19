import { expect, test } from 'vitest'
import { readBounded, skipBytes, verifyBytes } from './bytes.ts'
import { digestOf, digestOfStream, isDigest, parseDigest } from './digest.ts'

const hello = Buffer.from('hello')
const expected = { digest: digestOf(hello), size: 5 }

test('digests are of the bytes, whole or in pieces, in both algorithms', async () => {
  expect(digestOf(Buffer.from(''))).toBe(
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  for (const algorithm of ['sha256', 'sha512'] as const) {
    const digest = await digestOfStream(pieces('hel', 'lo'), algorithm)
    expect(digest).toBe(digestOf(hello, algorithm))
    expect(parseDigest(digest)).toBe(digest)
  }
})

test.each([
  '',
  'sha256',
  'sha256:',
  'sha1:aa',
  `sha256:${'g'.repeat(64)}`,
  `sha256:${'a'.repeat(63)}`,
])('%s is no digest', (text) => {
  expect(isDigest(text)).toBe(false)
  expect(() => parseDigest(text)).toThrow('digest')
})

test('bytes that are what was expected pass', async () => {
  const verified = verifyBytes(pieces('hel', 'lo'), expected, 'blob')
  expect(Buffer.from(await readBounded(verified, 100, 'blob')).toString()).toBe('hello')
  const long = { digest: digestOf(hello, 'sha512'), size: 5 }
  expect(await readBounded(verifyBytes(pieces('hello'), long, 'blob'), 5, 'blob')).toHaveLength(5)
})

test.each([
  { name: 'other bytes', texts: ['hullo'], says: 'blob has the digest sha256:' },
  { name: 'fewer bytes', texts: ['hell'], says: 'blob ended after 4 of 5 bytes' },
  { name: 'more bytes', texts: ['hello', '!'], says: 'blob is longer than its 5 bytes' },
])('$name fail instead of ending', async ({ texts, says }) => {
  const read = readBounded(verifyBytes(pieces(...texts), expected, 'blob'), 100, 'blob')
  await expect(read).rejects.toThrow(says)
})

test('a stream without end is left at the first byte too many', async () => {
  let given = 0
  const endless = async function* () {
    for (;;) {
      given++
      yield hello
    }
  }
  await expect(readBounded(verifyBytes(endless(), expected, 'blob'), 100, 'blob')).rejects.toThrow(
    'longer than its 5 bytes',
  )
  await expect(readBounded(endless(), 12, 'answer')).rejects.toThrow(
    'answer is larger than the limit of 12 bytes',
  )
  expect(given).toBe(2 + 3)
})

test.each([
  { count: 0, rest: 'hello' },
  { count: 2, rest: 'llo' },
  { count: 3, rest: 'lo' },
  { count: 9, rest: '' },
])('behind $count bytes comes "$rest"', async ({ count, rest }) => {
  const read = await readBounded(skipBytes(pieces('hel', 'lo'), count), 100, 'rest')
  expect(Buffer.from(read).toString()).toBe(rest)
})

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}
