import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { connectInput } from './input.ts'

const signal = new AbortController().signal

// Standard input is a stream of bytes like this one, and a terminal in addition.
function inputOf(...pieces: readonly string[]) {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  return connectInput(
    () => stream as unknown as NodeJS.ReadStream,
    () => undefined,
  )
}

test.each([
  { name: 'two lines of one piece', pieces: ['a\nb\n'], lines: ['a', 'b'] },
  { name: 'a line in pieces', pieces: ['a', 'b', 'c\nd'], lines: ['abc', 'd'] },
  { name: 'lines of Windows', pieces: ['a\r\nb\r\n'], lines: ['a', 'b'] },
  { name: 'letters torn apart', pieces: ['gr', 'üße\n'], lines: ['grüße', ''] },
  { name: 'nothing after the end', pieces: [], lines: ['', ''] },
])('reads $name', async ({ pieces, lines }) => {
  const input = inputOf(...pieces)
  const first = await input.readLine('shown', signal)
  expect([first, await input.readLine('hidden', signal)]).toEqual(lines)
})

test('reads everything that is left', async () => {
  const input = inputOf('first\nsec', 'ond\nthird')
  await input.readLine('shown', signal)
  expect(Buffer.from(await input.readAll(100, signal)).toString()).toBe('second\nthird')
})

test('refuses more than is wanted', async () => {
  const input = inputOf('x'.repeat(60), 'x'.repeat(60))
  await expect(input.readAll(100, signal)).rejects.toThrow('longer than 100 bytes')
})

test('stops waiting when it is told to', async () => {
  const reason = new Error('enough')
  await expect(inputOf().readLine('shown', AbortSignal.abort(reason))).rejects.toBe(reason)
})
