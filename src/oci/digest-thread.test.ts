import { expect, test } from 'vitest'
import { readBounded, verifyBytes } from './bytes.ts'
import { DigestThread } from './digest-thread.ts'
import { digestOf } from './digest.ts'

const megabyte = 1024 * 1024
const size = 2 * megabyte
const damagedText = 'OciError: blob has the digest sha256:…'
/** So many streams that their blocks are not enough for all at once. */
const streams = 16

function bytesOf(seed: number): Buffer {
  return Buffer.alloc(size, `stream ${seed};`)
}

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) {
    // Those who read a stream may do with its pieces as they like.
    const piece = Uint8Array.from(bytes.subarray(at, at + length))
    yield piece
    piece.fill(0)
  }
}

async function verified(thread: DigestThread, given: Buffer, wanted: Buffer, piece = 65_536) {
  const expected = { digest: digestOf(wanted), size: wanted.length }
  const stream = verifyBytes(pieces(given, piece), expected, 'blob', thread.start)
  return (await readBounded(stream, given.length, 'blob')).length
}

test.each([1000, 65_536, 3 * megabyte])('large streams pass in pieces of %i', async (piece) => {
  const thread = new DigestThread(megabyte)
  try {
    expect(await verified(thread, bytesOf(1), bytesOf(1), piece)).toBe(size)
    const long = { digest: digestOf(bytesOf(2), 'sha512'), size: size }
    const stream = verifyBytes(pieces(bytesOf(2), piece), long, 'blob', thread.start)
    expect(await readBounded(stream, long.size, 'blob')).toHaveLength(long.size)
  } finally {
    await thread.close()
  }
})

test('streams beside each other pass, those with another byte fail, and those that are left free their room', async () => {
  const thread = new DigestThread(megabyte)
  const leave = async (seed: number) => {
    const expected = { digest: digestOf(bytesOf(seed)), size: size }
    const stream = verifyBytes(pieces(bytesOf(seed), 100_000), expected, 'blob', thread.start)
    let read = 0
    for await (const chunk of stream) if ((read += chunk.length) > megabyte) break
    return 'left'
  }
  const damage = async (seed: number) => {
    const damaged = bytesOf(seed)
    damaged[seed * 1000] = 1
    return await verified(thread, damaged, bytesOf(seed)).catch((error: unknown) => String(error))
  }
  try {
    const seeds = Array.from({ length: streams }, (_, seed) => seed)
    const all = seeds.map((seed) => {
      if (seed % 4 === 1) return damage(seed)
      return seed % 4 === 2 ? leave(seed) : verified(thread, bytesOf(seed), bytesOf(seed))
    })
    const outcomes = await Promise.all(all)
    expect(outcomes.map((one) => String(one).replace(/[0-9a-f]{64}/, '…'))).toEqual(
      seeds.map((seed) => [String(size), damagedText, 'left', String(size)][seed % 4]),
    )
  } finally {
    await thread.close()
  }
})

test('a stream fails when the thread is ended', async () => {
  const thread = new DigestThread(megabyte)
  const digest = thread.start('sha256', size)
  await digest.update(Buffer.alloc(megabyte))
  await thread.close()
  await expect(digest.hex()).rejects.toThrow('the thread for digests ended before its work')
})
