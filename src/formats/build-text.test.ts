import { expect, test } from 'vitest'
import { mapBytes, mapChunks, mapRunes } from './build-text.ts'

const long = `${'a'.repeat(4095)}😀${'é'.repeat(4096)}\udcff${'b'.repeat(5000)}`

test('a long text is made of all its runes, none of them cut', () => {
  const seen: string[] = []
  expect(mapRunes(long, (rune) => (seen.push(rune), `${rune}${rune}`))).toBe(
    Array.from(long, (rune) => rune + rune).join(''),
  )
  expect(seen).toEqual(Array.from(long))
})

test('no part of a text cuts a rune', () => {
  const parts: string[] = []
  expect(mapChunks(long, (part) => (parts.push(part), part))).toBe(long)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join('')).toBe(long)
  expect(parts.map((part) => Array.from(part).length).reduce((sum, count) => sum + count)).toBe(
    Array.from(long).length,
  )
})

test('bytes are joined alike within and between parts', () => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, at) => at % 256)
  expect(mapBytes(bytes, String, ' ')).toBe(Array.from(bytes, String).join(' '))
})

test.each(['', 'a'])('a short text %o is made as it is', (text) => {
  expect(mapRunes(text, (rune) => rune)).toBe(text)
})
