import { describe, expect, test } from 'vitest'
import { MaskedLines } from './masked-lines.ts'

function told(secrets: readonly string[], chunks: readonly string[]): readonly string[] {
  const lines: string[] = []
  const masked = new MaskedLines(secrets, (line) => lines.push(line))
  for (const chunk of chunks) masked.add(Buffer.from(chunk))
  masked.end()
  return lines
}

const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----'

describe('output', () => {
  test.each([
    { name: 'is told line by line', chunks: ['a\nb', 'c\r\nd'], lines: ['a', 'bc', 'd'] },
    { name: 'has no secrets', chunks: ['login hunter22 ok\n'], lines: ['login *** ok'] },
    { name: 'has no secret that came in parts', chunks: ['a hunt', 'er22\n'], lines: ['a ***'] },
    {
      name: 'has no line of a secret of many lines',
      secrets: [key],
      chunks: ['x MIIEvQIBADANBg\nkqhkiG9w0BAQEF y\n'],
      lines: ['x ***', '*** y'],
    },
    {
      name: 'hides the longer of two secrets whole',
      secrets: ['abcd', 'abcdefgh'],
      chunks: ['abcdefgh abcd\n'],
      lines: ['*** ***'],
    },
    {
      name: 'keeps words that are shorter than a secret can be',
      secrets: ['no'],
      chunks: ['no wind\n'],
      lines: ['no wind'],
    },
    { name: 'leaves empty lines out', chunks: ['a\n\n \nb\n'], lines: ['a', 'b'] },
  ])('$name', ({ secrets = ['hunter22'], chunks, lines }) => {
    expect(told(secrets, chunks)).toEqual(lines)
  })

  test('without an end is told once and cut', () => {
    const lines = told(
      [],
      Array.from({ length: 100 }, () => 'x'.repeat(1000)),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toHaveLength(4097)
  })

  test('of a script that prints forever is bounded', () => {
    const lines = told([], ['x\n'.repeat(30_000)])
    expect(lines).toHaveLength(20_000)
    expect(lines.at(-1)).toBe('… more lines are left out')
  })
})
