import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test.each([
  { name: 'nothing', before: 'a b', after: 'a b', lines: '' },
  { name: 'one line', before: 'a b c', after: 'a x c', lines: ' a|-b|+x| c' },
  { name: 'a line that comes', before: 'a b', after: 'a x b', lines: ' a|+x| b' },
  { name: 'a line at the end', before: 'a', after: 'a b', lines: ' a|+b' },
  { name: 'lines that moved', before: 'a b c', after: 'c a b', lines: '+c| a| b|-c' },
  {
    name: 'two changes far from each other',
    before: 'x 1 2 3 4 5 6 7 8 y',
    after: 'z 1 2 3 4 5 6 7 8 w',
    lines: '-x|+z| 1| 2| 3| …| 6| 7| 8|-y|+w',
  },
])('$name', ({ before, after, lines }) => {
  const found = diffLines(before.split(' '), after.split(' '))
  expect(found.map(({ sign, line }) => sign + line).join('|')).toBe(lines)
})

const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })

test('what is left after taking and adding lines is the new text', () => {
  fc.assert(
    fc.property(short, short, (before, after) => {
      const lines = diffLines(before, after).map(({ sign, line }) => ({ sign, line }))
      const gone = lines.filter(({ sign }) => sign === '-').length
      const come = lines.filter(({ sign }) => sign === '+').length
      expect(before.length - gone + come).toBe(after.length)
    }),
  )
})
