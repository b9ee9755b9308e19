import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { markInOnePiece, youngCollector } from './young-generation.ts'

test('buffers that nobody holds any more are let go every so many bytes', () => {
  const megabyte = 1 << 20
  const note = youngCollector(8 * megabyte)
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let at = 0; at < 256; at++) {
    const chunk = new Uint8Array(megabyte)
    note(chunk.length)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most).toBeLessThan(32 * megabyte)
})

test('compiled code that was kept before is still taken afterwards', () => {
  const code = 'function first() { return 1 }\nfirst()'
  const cachedData = new Script(code, { filename: 'kept.js' }).createCachedData()
  const isTaken = () =>
    new Script(code, { filename: 'taken.js', cachedData }).cachedDataRejected === false
  const markAsBefore = markInOnePiece()
  expect(isTaken()).toBe(false)
  youngCollector(1)(2)
  markAsBefore()
  expect(isTaken()).toBe(true)
})
