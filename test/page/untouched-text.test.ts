import { expect, test } from 'vitest'
import { untouchedTexts } from './untouched-text.ts'

const text = '# head\na: 1 # one\nb:\n  c: [x] \n  d: |\n    two\n    lines\n# foot\ne:\n'

const kept = [
  { name: 'a value', after: text.replace('1 #', 'other #'), path: ['a'] },
  { name: 'a block of text that becomes a word', after: edited('|\n    two\n    lines', 'word') },
  {
    name: 'a new key of a mapping',
    after: edited('lines\n', 'lines\n  new: 1\n'),
    path: ['b', 'new'],
  },
  { name: 'a value that was not there', after: `${text.trimEnd()} 7\n`, path: ['e'] },
  {
    name: 'keys below a value that was not there',
    after: `${text}  f:\n    g: 1\n`,
    path: ['e', 'f', 'g'],
  },
  { name: 'an item of a list on one line', after: edited('[x]', '[x, y]'), path: ['b', 'c', 1] },
  { name: 'a key that is gone', after: edited('  c: [x] \n', ''), path: ['b', 'c'] },
]
test.each(kept)('$name is left out, and the rest is the same', ({ after, path = ['b', 'd'] }) => {
  const untouched = untouchedTexts(text, after, [path])
  expect(untouched.after).toBe(untouched.before)
  expect(untouched.before).toContain('# head\n')
  expect(untouched.before).toContain('# foot\n')
})

const lost = [
  { name: 'a comment', after: edited('# one', '# two') },
  { name: 'a space at the end of another line', after: edited('[x] ', '[x]') },
  { name: 'another value', after: edited('two', 'three') },
  { name: 'an empty line', after: edited('# foot', '\n# foot') },
]
test.each(lost)('$name that differs is told', ({ after }) => {
  const untouched = untouchedTexts(text, after, [['a']])
  expect(untouched.after).not.toBe(untouched.before)
})

test('a text without values takes its first key below its comments', () => {
  const untouched = untouchedTexts('# only words\n', '# only words\na: 1\n', [['a']])
  expect(untouched).toEqual({ before: '# only words\n', after: '# only words\n' })
})

function edited(from: string, to: string): string {
  return text.replace(from, to)
}
