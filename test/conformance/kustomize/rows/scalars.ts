// Scalars on their way from a file to the output, untouched, merged and patched.

import { row, type KustomizeRow } from '../kustomize-row.ts'
import { object } from '../objects.ts'

const scalars: readonly string[] = [
  'yes', 'no', 'on', 'off', 'y', 'n', 'true', 'True', 'TRUE', 'tRUE', 'false', 'null', 'Null', '~', "''", '""',
  '1', '0', '-1', '+1', '007', '0o7', '0x1f', '0b11', '1_000', '09', '1e3', '1E3', '1.0', '1.50', '.5', '5.', '-0',
  '-0.0', '1e-7', '123456789012345678', '12345678901234567890', '123456789012345678901234567890', '0.1', '1e21', '1e400',
  '2020-01-02', '2020-01-02T03:04:05Z', '2020-01-02T03:04:05.120+02:00', '"2020-01-02"', '1:30', '12:30:45',
  '"1"', "'true'", '"null"', '!!str 1', '!!int "5"', '!!float 5', '!!binary aGk=', '!custom x', '"a: b"', '"- a"', '"# a"',
  '"a #b"', "' lead'", "'trail '", '"tab\\there"', '"line\\nbreak"', '"line\\n"', '"ü"', '"😀"', '"\\u00a0"', '"\\u2028"', '"\\e"',
  '=', '<<', '"*a"', '"&a"', '"@a"', '"%a"', '"`a"', '"a\'b"', "'a\"b'", '"\\\\"', '"{}"', '"[]"', '"a,b"', 'a:b', 'http://x/y?z#w',
  '"very long text that goes on and on and on until it is longer than eighty characters and has to be folded by the writer somehow"',
]

export const rows: readonly KustomizeRow[] = [
  ...scalars.map((scalar, index) =>
    row(`scalar ${index}: ${scalar.slice(0, 40)}`, 'resources: [a.yaml]\npatches: [{path: p.yaml}, {target: {name: json}, patch: "- {op: add, path: /added, value: 1}"}]\n', {
      'a.yaml': [
        object('v1', 'Same', 'same', `value: ${scalar}\nlist:\n- ${scalar}\nmap: {key: ${scalar}}\n`),
        object('v1', 'Merged', 'merged', `value: ${scalar}\nother: x\n`),
        object('v1', 'Patched', 'json', `value: ${scalar}\n`),
      ].join('---\n'),
      'p.yaml': object('v1', 'Merged', 'merged', `other: ${scalar}\n`),
    }),
  ),
  row('keys of all kinds', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'a1: 1\na10: 1\na2: 1\n"yes": 1\n"1": 1\n"": 1\n"a b": 1\n"true": 1\nü: 1\nB: 1\nb: 1\n') }),
  row('a number as a key is refused inside', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'map: {1: a}\n') }),
  row('a number as a key at the top', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', '1: a\n') }),
  row('a key twice is refused', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'map: {a: 1, a: 2}\n') }),
  row('block scalars', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'a: |\n  x\n    y\n\nb: |-\n  x\nc: |+\n  x\n\nd: >\n  x\n  y\n\n  z\ne: >-\n  x\n   y\nf: |2\n    x\n') }),
  row('comments go', 'resources: [a.yaml]\n', { 'a.yaml': `# head\n${object('v1', 'Same', 'same', '# before\na: 1 # after\n# foot\n')}` }),
  row('anchors, aliases and merges', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'a: &a {x: 1, y: 2}\nb: *a\nc: {<<: *a, y: 3}\nd: &d\n  <<: [*a, {z: 4, x: 9}]\nlist: [&l one, *l]\n') }),
  row('nulls in lists', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'list: [1, null, 2]\nempty:\n-\n- a\n') }),
  row('empty collections', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'a: {}\nb: []\nc: {d: {}, e: []}\nf: [[], {}]\n') }),
  row('tabs and carriage returns', 'resources: [a.yaml]\n', { 'a.yaml': object('v1', 'Same', 'same', 'a: x\r\nb: "y\r\n  z"\r\n') }),
]
