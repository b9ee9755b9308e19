import { expect, test } from 'vitest'
import { encodeJson } from '../../formats/json/encode.ts'
import { decodeJsonPrefix } from '../../formats/json/decode.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { assignSet, type SetMode } from './set.ts'

// Several hundred more, recorded from the real helm, are in test/conformance/flags.
function assign(line: string, mode: SetMode, before = '{}'): string {
  const table = readYamlMap(before)
  assignSet(line, table, mode)
  return encodeJson(table, { html: false })
}

const typed: SetMode = { kind: 'typed' }

test.each([
  { line: 'a=1,b=x,c=true,d=null', json: '{"a":1,"b":"x","c":true,"d":null}' },
  { line: 'a=007,b=0,c=-0,d=1.5', json: '{"a":"007","b":0,"c":0,"d":"1.5"}' },
  { line: 'a.b.c=1,a.b.d=2', json: '{"a":{"b":{"c":1,"d":2}}}' },
  { line: 'a\\.b=1,c=x\\,y', json: '{"a.b":1,"c":"x,y"}' },
  { line: 'a={1,x,true},b=2', json: '{"a":[1,"x",true],"b":2}' },
  { line: 'a[1].b=1,a[0]=x', json: '{"a":["x",{"b":1}]}' },
  { line: 'a[0][1]=x', json: '{"a":[[null,"x"]]}' },
  { line: '', json: '{}' },
  { line: 'old.b=2', before: '{old: {a: 1}}', json: '{"old":{"a":1,"b":2}}' },
  { line: 'old[1]=x', before: '{old: [a, b, c]}', json: '{"old":["a","x","c"]}' },
])('--set $line', ({ line, before, json }) => {
  expect(assign(line, typed, before)).toBe(json)
})

test.each([
  { kind: 'string', line: 'a=1,b=null', json: '{"a":"1","b":"null"}' },
  { kind: 'literal', line: 'a.b={x},y=\\1', json: '{"a":{"b":"{x},y=\\\\1"}}' },
  { kind: 'json', line: 'a={"b":[1]},c="x"', json: '{"a":{"b":[1]},"c":"x"}' },
  { kind: 'file', line: 'a=one,b=two', json: '{"a":"text of one","b":"text of two"}' },
] as const)('$kind values: $line', ({ kind, line, json }) => {
  const modes = {
    string: { kind: 'string' },
    literal: { kind: 'literal' },
    json: { kind: 'json', decode: decodeJsonPrefix },
    file: { kind: 'file', read: (path: string) => `text of ${path}` },
  } as const
  expect(assign(line, modes[kind])).toBe(json)
})

test.each([
  { line: 'a', problem: 'key "a" has no value' },
  { line: 'a,b=1', problem: 'key "a" has no value (cannot end with ,)' },
  { line: 'a={1', problem: "list must terminate with '}'" },
  { line: 'a[x]=1', problem: 'error parsing index: strconv.Atoi: parsing "x": invalid syntax' },
  { line: 'a[-1]=1', problem: 'negative -1 index not allowed' },
  {
    line: 'a[65537]=1',
    problem: 'index of 65537 is greater than maximum supported index of 65536',
  },
  {
    line: 'a=1,a.b=2',
    problem:
      'unable to parse key: interface conversion: interface {} is int64, not map[string]interface {}',
  },
  {
    line: 'a=x,a[0]=2',
    problem:
      'unable to parse key: interface conversion: interface {} is string, not []interface {}',
  },
  { line: 'a[0]xy=1', problem: "unexpected data at end of array index: ['x' 'y']" },
])('--set $line is refused', ({ line, problem }) => {
  expect(() => assign(line, typed)).toThrow(problem)
})
