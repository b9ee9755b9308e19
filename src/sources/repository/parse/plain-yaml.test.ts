import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../../formats/value.ts'
import { readYamlStrict } from '../../../formats/yaml/read.ts'
import { notPlain, readPlainYaml } from './plain-yaml.ts'

const words = [
  'a:',
  'b: c',
  'name: x y',
  '- a',
  '- a: b',
  '- b:',
  '-',
  '- |',
  'k: |',
  'k: |-',
  "q: 'one two'",
  "q: 'one",
  "two'",
  'd: "one"',
  'd: "one',
  'two"',
  'e: "a\\"b"',
  'v: 1.2.3',
  'v: 1.2',
  'v: 12',
  'v: 1e3',
  'v: 2001-01-01',
  'v: true',
  'v: no',
  'v: ~',
  'n:',
  'on: 1',
  'more words',
  'words: and',
  'words # not',
  '# words',
  'u: https://x/y',
  '- https://x/y:z',
  'f: []',
  'f: {}',
  'f: [a]',
  'f: {a: b}',
  'x: &y z',
  'x: *y',
  'x: !!str z',
  '? x',
  ': y',
  '---',
  '...',
  'end:   ',
  'é: ü',
  'g: groß – sehr',
  'h: (x) /y',
  'h: <x',
  'h: %x',
  'h: @x',
  'i: - x',
  'tab:\tx',
  '',
]

const line = tuple(integer({ min: 0, max: 5 }), constantFrom(...words)).map(
  ([indent, word]) => `${' '.repeat(indent)}${word}`,
)
const block = tuple(
  array(line, { minLength: 1, maxLength: 8 }),
  constantFrom('\n', '\n', '\n', '', '\n  '),
).map(([lines, end]) => lines.join('\n') + end)

test('what is read as plain is what the whole grammar reads', () => {
  assert(
    property(block, (text) => {
      const plain = readPlainYaml(text)
      if (plain === notPlain) return
      expect(plain).toEqual(readYamlStrict(text))
    }),
    { numRuns: 20_000 },
  )
})

// As most lines are in an index: one level below another, so that much of it is plain.
const items = array(tuple(constantFrom(0, 2, 2, 2, 4, 4, 6), constantFrom(...words.slice(0, 34))), {
  minLength: 1,
  maxLength: 6,
})

test('also when it is nearly an entry', () => {
  let read = 0
  assert(
    property(items, (lines) => {
      const text = `- name: a\n${lines.map(([indent, word]) => `${' '.repeat(indent)}${word}\n`).join('')}`
      const plain = readPlainYaml(text)
      if (plain === notPlain) return
      read++
      expect(plain).toEqual(readYamlStrict(text))
    }),
    { numRuns: 20_000 },
  )
  expect(read).toBeGreaterThan(500)
})

const entry = new Map<string, Value>([
  [
    'annotations',
    new Map([
      ['images', '- name: a\n  image: b:1\n'],
      ['category', 'x'],
    ]),
  ],
  [
    'dependencies',
    [
      new Map<string, Value>([
        ['name', 'b'],
        ['tags', ['t']],
      ]),
    ],
  ],
  ['description', 'one two three'],
  ['deprecated', true],
  ['urls', ['https://x/y.tgz']],
  ['version', '1.2.3'],
])

test('an entry as Helm writes it is plain', () => {
  const text = `  - annotations:
      images: |
        - name: a
          image: b:1
      category: x
    dependencies:
    - name: b
      tags:
      - t
    description: one
      two three
    deprecated: true
    urls:
      - https://x/y.tgz
    version: 1.2.3
`
  expect(readPlainYaml(text)).toEqual([entry])
})
