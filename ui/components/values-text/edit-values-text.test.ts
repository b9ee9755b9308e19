import { expect, test } from 'vitest'
import { type TextEdit, type ValuePath, editValuesText, faultOf } from './edit-values-text.ts'

interface Row {
  readonly name: string
  readonly text: string
  readonly path: ValuePath
  readonly edit: TextEdit
  readonly after: string
}

const rows: readonly Row[] = [
  {
    name: 'a number keeps the comment behind it',
    text: 'a: 1 # one\nb: 2\n',
    path: ['a'],
    edit: { set: 5 },
    after: 'a: 5 # one\nb: 2\n',
  },
  {
    name: 'a text keeps its quotes',
    text: 'a: \'x\'\nb: "y"\n',
    path: ['a'],
    edit: { set: "it's" },
    after: "a: 'it''s'\nb: \"y\"\n",
  },
  {
    name: 'a text that looks like something else is quoted',
    text: 'a: x\n',
    path: ['a'],
    edit: { set: 'yes' },
    after: 'a: "yes"\n',
  },
  {
    name: 'a value that was not written goes behind its colon',
    text: 'a:   # why\nb: 1\n',
    path: ['a'],
    edit: { set: true },
    after: 'a: true   # why\nb: 1\n',
  },
  {
    name: 'a block of text becomes one line',
    text: 'a: |\n  x\n  y\nb: 1\n',
    path: ['a'],
    edit: { set: 'z' },
    after: 'a: z\nb: 1\n',
  },
  {
    name: 'a new key comes behind the last line of its mapping and before what follows',
    text: 'a:\n    b: 1 # b\n\n# about c\nc: 2\n',
    path: ['a', 'd'],
    edit: { set: 'x' },
    after: 'a:\n    b: 1 # b\n    d: x\n\n# about c\nc: 2\n',
  },
  {
    name: 'a new key after one without a value comes before the comment of what follows',
    text: 'a:\n  b: 1\n  c:\n# about d\nd: 2\n',
    path: ['a', 'e'],
    edit: { set: 'x' },
    after: 'a:\n  b: 1\n  c:\n  e: x\n# about d\nd: 2\n',
  },
  {
    name: 'a new key after one without a value leaves it the comment that stands below it',
    text: 'a:\n  - b:\n    c:\n    #  - x\n  # about d\nd: 2\n',
    path: ['a', 0, 'e'],
    edit: { set: 'x' },
    after: 'a:\n  - b:\n    c:\n    #  - x\n    e: x\n  # about d\nd: 2\n',
  },
  {
    name: 'a new key comes behind comments that lie deeper and before the line that follows',
    text: 'a:\n  b:\n    c:\n      d: {}\n      # e\n  f:\n    g: 1\n',
    path: ['a', 'b', 'h'],
    edit: { set: 'x' },
    after: 'a:\n  b:\n    c:\n      d: {}\n      # e\n    h: x\n  f:\n    g: 1\n',
  },
  {
    name: 'an empty mapping in a list takes its first key beside the dash',
    text: 'a:\n  - {}\n  - {} # two\nb: 1\n',
    path: ['a', 1, 'c'],
    edit: { set: 'x' },
    after: 'a:\n  - {}\n  - c: x # two\nb: 1\n',
  },
  {
    name: 'an empty mapping in a list takes keys that lie deeper',
    text: 'a:\n  - {}\n',
    path: ['a', 0, 'c', 'd'],
    edit: { set: 'x' },
    after: 'a:\n  - c:\n      d: x\n',
  },
  {
    name: 'an empty mapping opens up and keeps its comment',
    text: 'a: {} # none\nb: 1\n',
    path: ['a', 'c', 'd'],
    edit: { set: 1 },
    after: 'a: # none\n  c:\n    d: 1\nb: 1\n',
  },
  {
    name: 'a key without a value opens up',
    text: 'a:\nb: 1\n',
    path: ['a', 'c'],
    edit: { set: 'x' },
    after: 'a:\n  c: x\nb: 1\n',
  },
  {
    name: 'an item at the end of a list at the indentation of its key',
    text: 'a:\n- x\nb: 1\n',
    path: ['a', 1],
    edit: { set: 'z' },
    after: 'a:\n- x\n- z\nb: 1\n',
  },
  {
    name: 'a mapping as a new item',
    text: 'a:\n  - k: 1\n    l: 2\n',
    path: ['a', 1, 'k'],
    edit: { set: 3 },
    after: 'a:\n  - k: 1\n    l: 2\n  - k: 3\n',
  },
  {
    name: 'an item in brackets',
    text: 'a: [1, 2]\n',
    path: ['a', 0],
    edit: { set: 'x' },
    after: 'a: [x, 2]\n',
  },
  {
    name: 'a new key in braces',
    text: 'a: {b: 1}\n',
    path: ['a', 'c'],
    edit: { set: 'd' },
    after: 'a: {b: 1, c: d}\n',
  },
  {
    name: 'the first key of an empty text, behind its comments',
    text: '# my values\n',
    path: ['a', 'b'],
    edit: { set: 1 },
    after: '# my values\na:\n  b: 1\n',
  },
  {
    name: 'a text without a newline at its end',
    text: 'a: 1',
    path: ['b'],
    edit: { set: 2 },
    after: 'a: 1\nb: 2\n',
  },
  {
    name: 'lines that end as on Windows',
    text: 'a: 1\r\nb:\r\n  c: 2\r\n',
    path: ['b', 'd'],
    edit: { set: 3 },
    after: 'a: 1\r\nb:\r\n  c: 2\r\n  d: 3\r\n',
  },
  {
    name: 'a deleted key, while the comments around it stay',
    text: '# about a\na: 1 # a\n# about b\nb: 2\n',
    path: ['a'],
    edit: 'delete',
    after: '# about a\n# about b\nb: 2\n',
  },
  {
    name: 'a mapping whose last key goes, which goes as well',
    text: 'a:\n  b:\n    c: 1\nd: 1\n',
    path: ['a', 'b', 'c'],
    edit: 'delete',
    after: 'd: 1\n',
  },
  {
    name: 'a list whose last item goes, which stays as an empty one',
    text: 'a:\n  - x\nb: 1\n',
    path: ['a', 0],
    edit: 'delete',
    after: 'a: []\nb: 1\n',
  },
  {
    name: 'the first key of an item',
    text: 'a:\n  - k: 1\n    l: 2\n',
    path: ['a', 0, 'k'],
    edit: 'delete',
    after: 'a:\n  - l: 2\n',
  },
  {
    name: 'a list by another one',
    text: 'a:\n  - x\n  - y\n# b\nb: 1\n',
    path: ['a'],
    edit: { set: ['z'] },
    after: 'a:\n  - z\n# b\nb: 1\n',
  },
]

test.each(rows)('changes $name', ({ text, path, edit, after }) =>
  expect(editValuesText(text, path, edit)).toEqual({ ok: true, text: after }),
)

test.each([
  { name: 'an anchor that others use', text: 'a: &x 1\nb: *x\n', path: ['a'] },
  { name: 'a text that is no YAML', text: 'a: [\n', path: ['a'] },
  { name: 'a key below a text', text: 'a: x\n', path: ['a', 'b'] },
])('leaves $name to a person', ({ text, path }) =>
  expect(editValuesText(text, path, { set: 2 }).ok).toBe(false),
)

test('says what is wrong with a text', () => {
  expect(faultOf('a: 1\n')).toBeUndefined()
  expect(faultOf('a: [1\n')).toContain('Flow sequence')
})
