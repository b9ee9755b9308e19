import { expect, test } from 'vitest'
import { editValuesText } from './edit-values-text.ts'

const typed = { kind: 'typed' } as const
const text = `# How many.
replicas: 1   # one is enough
image:
  # Where it comes from.
  name: "web # 1"
  tag: v1

empty: {}
list:
- a
- b
# The end.
`

test.each([
  {
    name: 'a number, with its comment',
    set: 'replicas=3',
    change: [['replicas: 1   # one', 'replicas: 3 # one']],
  },
  { name: 'a nested text', set: 'image.tag=v2', change: [['tag: v1', 'tag: v2']] },
  { name: 'a quoted text', set: 'image.name=db', change: [['name: "web # 1"', 'name: db']] },
  {
    name: 'a new key beside others',
    set: 'image.pull=true',
    change: [['tag: v1\n', 'tag: v1\n  pull: true\n']],
  },
  {
    name: 'a key in an empty mapping',
    set: 'empty.a.b=x',
    change: [['empty: {}', 'empty:\n  a:\n    b: x']],
  },
  { name: 'a new key at the end', set: 'new.key=1', change: [['- b\n', '- b\nnew:\n  key: 1\n']] },
  {
    name: 'two at once',
    set: 'replicas=2,image.tag=v3',
    change: [
      ['replicas: 1   #', 'replicas: 2 #'],
      ['tag: v1', 'tag: v3'],
    ],
  },
  {
    name: 'a text that looks like a number',
    set: 'image.tag=007',
    change: [['tag: v1', 'tag: "007"']],
  },
])('changes $name', ({ set, change }) => {
  let expected = text
  for (const [from = '', to = ''] of change) expected = expected.replace(from, to)
  expect(editValuesText(text, [{ line: set, mode: typed }])).toBe(expected)
})

test.each([
  { name: 'a value', unset: ['replicas'], gone: ['replicas: 1   # one is enough\n'] },
  { name: 'one of several', unset: ['image', 'tag'], gone: ['  tag: v1\n'] },
  {
    name: 'a mapping',
    unset: ['image'],
    gone: ['image:\n  # Where it comes from.\n  name: "web # 1"\n  tag: v1\n'],
  },
  { name: 'a list', unset: ['list'], gone: ['list:\n- a\n- b\n'] },
  { name: 'what is not there', unset: ['nothing', 'at', 'all'], gone: [] },
])('takes $name out', ({ unset, gone }) => {
  let expected = text
  for (const part of gone) expected = expected.replace(part, '')
  expect(editValuesText(text, [{ unset }])).toBe(expected)
})

test('a mapping that becomes empty goes, too', () => {
  const before = 'a:\n  b:\n    c: 1\nd: 2\n'
  expect(editValuesText(before, [{ unset: ['a', 'b', 'c'] }])).toBe('d: 2\n')
  expect(editValuesText('a: 1\n', [{ unset: ['a'] }])).toBe('')
})

test('a null is written, or takes the value out', () => {
  const edits = [{ line: 'a=null,b=2', mode: typed }]
  expect(editValuesText('a: 1\n', edits)).toBe('a: null\nb: 2\n')
  expect(editValuesText('a: 1\n', edits, 'take-out')).toBe('b: 2\n')
  expect(editValuesText('b: 1\n', edits, 'take-out')).toBe('b: 2\n')
})

test('nothing becomes a text', () => {
  expect(editValuesText('', [{ line: 'a.b=1', mode: typed }])).toBe('a:\n  b: 1\n')
})

test.each([
  { set: 'list[0]=c', text },
  { set: 'a.b=1', text: 'a: {b: 0}\n' },
  { set: 'a=1', text: 'a: |\n  lines\n' },
  { set: 'b.c=1', text: 'a: &x\n  c: 0\nb: *x\n' },
  { set: 'image=1', text },
])('says when $set cannot be done without rewriting', ({ set, text: before }) => {
  expect(() => editValuesText(before, [{ line: set, mode: typed }])).toThrow(
    'without rewriting it: change the text itself and give it with -f',
  )
})
