import { array, assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

test('lines come out whole however the bytes are cut, inside a character too', () => {
  const texts = array(string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')))
  const anyhow = property(texts, array(integer({ min: 1, max: 7 })), (lines, cuts) => {
    const wanted = lines.filter((line) => line !== '').map((line) => Buffer.from(line).toString())
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    const splitter = new LineSplitter(10_000)
    const found: string[] = []
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const end = at + (cuts[turn % (cuts.length || 1)] ?? 1)
      for (const line of splitter.push(bytes.subarray(at, end))) {
        found.push(Buffer.from(line).toString())
      }
      at = end
    }
    expect(found).toEqual(wanted)
  })
  expect(() => assert(anyhow)).not.toThrow()
})

test('a line without end is refused', () => {
  const splitter = new LineSplitter(10)
  splitter.push(Buffer.from('12345678'))
  expect(() => splitter.push(Buffer.from('901'))).toThrow('longer than 10 bytes')
})
