import { expect, test } from 'vitest'
import { fromBytes } from '../go-string.ts'
import { encodeJson } from '../json/encode.ts'
import { Sized, TypedList, typeOf } from '../value.ts'
import { decodeToml } from './decode.ts'
import { encodeToml } from './encode.ts'
import { TomlError } from './errors.ts'
import { TomlTime } from './time.ts'

test.each([
  {
    name: 'dotted and quoted keys',
    toml: 'a.b = 1\n"a".c = 2\n\'q k\' = 3\n"" = 4\n',
    json: '{"":4,"a":{"b":1,"c":2},"q k":3}',
  },
  {
    name: 'integers in every base',
    toml: 'a = [1_000, -0, +5, 0x1F, 0o17, 0b101]',
    json: '{"a":[1000,0,5,31,15,5]}',
  },
  { name: 'floats', toml: 'a = [1.5, 1e5, -0.0, 1_0.0_1]', json: '{"a":[1.5,100000,-0,10.01]}' },
  {
    name: 'strings of every kind',
    toml: "a = \"x\\u00e9\\n\\x41\\e\"\nb = '\\x'\nc = \"\"\"\n1 \\\n   2\"\"\"\nd = '''\n'x''''",
    json: '{"a":"xé\\nA\\u001b","b":"\\\\x","c":"1 2","d":"\'x\'"}',
  },
  { name: 'quotes before the closing three', toml: 'a = """x"""""', json: '{"a":"x\\"\\""}' },
  {
    name: 'tables and arrays of tables',
    toml: '[a]\nx = 1\n[[b]]\n[[b]]\ny = 2\n[b.c]\nz = 3\n',
    json: '{"a":{"x":1},"b":[{},{"c":{"z":3},"y":2}]}',
  },
  {
    name: 'inline tables with comments and breaks',
    toml: 'a = { b.c = 1, # x\n d = [1,\n 2,] }',
    json: '{"a":{"b":{"c":1},"d":[1,2]}}',
  },
  {
    name: 'dates and times',
    toml: 'a = 1979-05-27 07:32:00.5+01:00\nb = 1979-05-27\nc = 07:32\nd = 1979-05-27t07:32z',
    json: '{"a":"1979-05-27T07:32:00.5+01:00","b":"1979-05-27T00:00:00Z","c":"0000-01-01T07:32:00Z","d":"1979-05-27T07:32:00Z"}',
  },
  { name: 'a byte order mark', toml: '\ufeffa = true', json: '{"a":true}' },
])('reads $name', ({ toml, json }) => {
  expect(encodeJson(decodeToml(toml), { html: true })).toBe(json)
})

test('gives the Go types of the original', () => {
  const value = decodeToml('i = 1\nl = []\n[[t]]\n')
  expect(value.get('i')).toEqual(new Sized('int64', 1n))
  expect(value.get('l')).toEqual([])
  expect(value.get('t')).toBeInstanceOf(TypedList)
  expect(typeOf(value.get('t'))).toBe('[]map[string]interface {}')
})

test('times print as Go prints them and keep their shape in TOML', () => {
  const toml =
    'a = 1979-05-27T07:32:00-02:30\nb = 1979-05-27\nc = 07:32:00.25\nd = 1979-05-27T07:32:00\n'
  const value = decodeToml(toml)
  expect(encodeToml(value)).toBe(toml)
  expect([...value.values()].map((time) => (time instanceof TomlTime ? time.text() : ''))).toEqual([
    '1979-05-27 07:32:00 -0230 -0230',
    '1979-05-27 00:00:00 +0000 date-local',
    '0000-01-01 07:32:00.25 +0000 time-local',
    '1979-05-27 07:32:00 +0000 datetime-local',
  ])
})

test('dates can be given another value', () => {
  const value = decodeToml('a = 1979-05-27', ({ kind, year }) => `${kind} ${year}`)
  expect(value.get('a')).toBe('local-date 1979')
})

test.each([
  { toml: 'a = \n', error: `toml: line 1 (last key "a"): expected value but found '\\n' instead` },
  { toml: 'a', error: "toml: line 1: unexpected EOF; expected key separator '='" },
  { toml: 'a b = 1', error: "toml: line 1: expected '.' or '=', but got 'b' instead" },
  { toml: '= 1', error: "toml: line 1: unexpected '=': key name appears blank" },
  { toml: '.a = 1', error: "toml: line 1: unexpected '.': keys cannot start with a '.'" },
  { toml: 'a. = 1', error: "toml: line 1: unexpected '='" },
  {
    toml: 'a = 1 x',
    error:
      "toml: line 1: expected a top-level item to end with a newline, comment, or EOF, but got 'x' instead",
  },
  { toml: 'a = 1\na = 2', error: `toml: line 2 (last key "a"): Key 'a' has already been defined.` },
  { toml: '[a]\n[a]', error: `toml: line 2: Key 'a' has already been defined.` },
  { toml: 'a = 1\n[a.b]', error: "toml: line 2: Key 'a' was already created as a hash." },
  {
    toml: 'a = []\n[[a]]',
    error: "toml: line 2: Key 'a' was already created and cannot be used as an array.",
  },
  {
    toml: 'a = {b = [1], b.c = 2}',
    error: 'toml: line 1 (last key "a.b.c"): "a.b" is not a table',
  },
  { toml: '[]', error: 'toml: line 1: unexpected end of table name (table names cannot be empty)' },
  {
    toml: '[a',
    error: "toml: line 1: expected '.' or ']' to end table name, but got '\\x00' instead",
  },
  {
    toml: '[[a]',
    error: "toml: line 1: expected end of table array name delimiter ']', but got '\\x00' instead",
  },
  {
    toml: '[x]\na = [1 2]',
    error: `toml: line 2 (last key "x.a"): expected a comma (',') or array terminator (']'), but got '2'`,
  },
  {
    toml: 'a = {b = 1',
    error: `toml: line 1 (last key "a.b"): expected a comma or an inline table terminator '}', but got end of file instead`,
  },
  { toml: 'a = {,}', error: 'toml: line 1 (last key "a"): unexpected comma' },
  { toml: 'a = foo', error: 'toml: line 1 (last key "a"): expected value but found "foo" instead' },
  {
    toml: 'a = 01',
    error: 'toml: line 1 (last key "a"): Invalid integer "01": cannot have leading zeroes',
  },
  {
    toml: 'a = 1__0',
    error:
      'toml: line 1 (last key "a"): Invalid integer "1__0": underscores must be surrounded by digits',
  },
  {
    toml: 'a = 9223372036854775808',
    error: 'toml: line 1 (last key "a"): 9223372036854775808 is out of range for int64',
  },
  {
    toml: 'a = 1.',
    error: `toml: line 1 (last key "a"): Invalid float "1.": '.' must be followed by one or more digits`,
  },
  { toml: 'a = .5', error: `toml: line 1 (last key "a"): floats must start with a digit, not '.'` },
  { toml: 'a = nnf', error: 'toml: line 1 (last key "a"): Invalid float value: "nnf"' },
  {
    toml: 'a = +0x1',
    error: `toml: line 1 (last key "a"): cannot use sign with non-decimal numbers: '+0x'`,
  },
  { toml: 'a = 0xg', error: `toml: line 1 (last key "a"): not a hexadecimal number: '0xg'` },
  { toml: 'a = 1979-02-29', error: 'toml: line 1 (last key "a"): invalid datetime: "1979-02-29"' },
  { toml: 'a = "\\q"', error: `toml: line 1 (last key "a"): invalid escape in string '\\q'` },
  {
    toml: 'a = "\\ud800"',
    error: `toml: line 1 (last key "a"): Escaped character '\\ud800' is not valid UTF-8.`,
  },
  { toml: 'a = "x\n"', error: 'toml: line 1 (last key "a"): strings cannot contain newlines' },
  { toml: 'a = """x""""""', error: `toml: line 1 (last key "a"): unexpected '""""""'` },
  {
    toml: 'a = 1 # \u0001',
    error: "toml: line 1: TOML files cannot contain control characters: '0x01'",
  },
  {
    toml: '\u0000',
    error:
      'toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8',
  },
  { toml: fromBytes(Uint8Array.of(0x23, 0xff)), error: 'toml: line 1: invalid UTF-8 byte: 0xff' },
])('refuses $toml: $error', ({ toml, error }) => {
  expect(() => decodeToml(toml)).toThrow(TomlError)
  expect(() => decodeToml(toml)).toThrow(error)
})
