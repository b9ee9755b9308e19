import { expect, test } from 'vitest'
import { fromBytes } from '../../go-string.ts'
import { Sized, TypedList, TypedMap, type Value } from '../../value.ts'
import { writeYaml } from './write.ts'

test.each<{ name: string; value: Value; yaml: string }>([
  {
    name: 'a list under its key without indentation',
    value: new Map<string, Value>([
      ['b', 1],
      ['a', [1, new Map([['x', null]])]],
    ]),
    yaml: 'a:\n- 1\n- x: null\nb: 1',
  },
  { name: 'bytes as base64 text', value: Uint8Array.of(1, 2), yaml: 'AQI=' },
  {
    name: 'base64 that looks like a number in quotes',
    value: Uint8Array.of(0xd7, 0x6d, 0xf8),
    yaml: '"1234"',
  },
  {
    name: 'nil slices and maps as null',
    value: [new TypedList('[]string', undefined), new TypedMap('map[string]string', undefined)],
    yaml: '- null\n- null',
  },
  {
    name: 'integers of every size',
    value: [3n, new Sized('uint64', 18446744073709551615n)],
    yaml: '- 3\n- 18446744073709551615',
  },
  { name: 'invalid bytes as U+FFFD', value: fromBytes(Uint8Array.of(0x61, 0xff)), yaml: 'a\ufffd' },
  {
    name: 'one of two keys that differ in invalid bytes only',
    value: new Map([
      [fromBytes(Uint8Array.of(0xff)), 2],
      [fromBytes(Uint8Array.of(0xfe)), 1],
    ]),
    yaml: '\ufffd: 2',
  },
])('writes $name', ({ value, yaml }) => expect(writeYaml(value)).toBe(yaml))

test.each<{ name: string; value: Value; error: string }>([
  {
    name: 'not a number',
    value: NaN,
    error: 'error marshaling into JSON: json: unsupported value: NaN',
  },
  {
    name: 'a control character that JSON leaves as it is',
    value: 'a\x7f',
    error: 'yaml: control characters are not allowed',
  },
  {
    name: 'a key of 1023 characters',
    value: new Map([['k'.repeat(1023), 1]]),
    error: "yaml: did not find expected ',' or '}'",
  },
  {
    name: 'a key with a line break of YAML 1.1',
    value: new Map([['a\u0085b', 1]]),
    error: "yaml: line 1: did not find expected ',' or '}'",
  },
  {
    name: 'a document marker after such a break',
    value: ['x', 'a\u0085--- b'],
    error: 'yaml: line 2: found unexpected document indicator',
  },
])('refuses $name', ({ value, error }) => expect(() => writeYaml(value)).toThrow(new Error(error)))
