import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

test.each([
  { name: 'nobody waits', lines: [''], turns: '-' },
  { name: 'the highest goes first', lines: ['abc', 'bc', 'c', ''], turns: 'abc-' },
  {
    name: 'the lower of two goes every fourth time',
    lines: Array.from({ length: 9 }, () => 'ab'),
    turns: 'aaabaaaba',
  },
  {
    name: 'of three that always wait each goes',
    lines: Array.from({ length: 16 }, () => 'abc'),
    turns: 'aaacbaacabacaabc',
  },
  {
    name: 'what a higher one waited for does not count against it',
    lines: ['abc', 'abc', 'abc', 'abc', 'ab', 'a'],
    turns: 'aaacba',
  },
  {
    name: 'nobody is owed a turn after having had it',
    lines: ['ab', 'ab', 'b', 'ab', 'ab', 'ab', 'ab'],
    turns: 'aabaaab',
  },
])('$name', ({ lines, turns }) => {
  const whose = new FairTurns<string>(3)
  expect(lines.map((ranks) => whose.next(ranks.split('').filter(Boolean)) ?? '-').join('')).toBe(
    turns,
  )
})
