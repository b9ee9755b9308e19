import { expect, test } from 'vitest'
import { fromBytes } from '../go-string.ts'
import { GoObject, Sized, TypedList, TypedMap, type Value } from '../value.ts'
import { encodeJson } from './encode.ts'

class Point extends GoObject {
  readonly type = 'demo.Point'
  readonly kind = 'struct'
  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Y', 1n],
      ['X', 'x'],
      ['hidden', true],
    ]
  }
}

class Call extends GoObject {
  readonly type = 'func() string'
  readonly kind = 'func'
}

test.each<{ name: string; value: Value; json: string }>([
  {
    name: 'keys by bytes',
    value: new Map<string, Value>([
      ['b', 1],
      ['a', null],
      ['B', true],
    ]),
    json: '{"B":true,"a":null,"b":1}',
  },
  {
    name: 'what HTML would take for markup',
    value: '<a&b>\u2028\u2029',
    json: '"\\u003ca\\u0026b\\u003e\\u2028\\u2029"',
  },
  {
    name: 'control characters',
    value: '\0\b\t\n\f\r\x1f\x7f"\\/',
    json: '"\\u0000\\b\\t\\n\\f\\r\\u001f\x7f\\"\\\\/"',
  },
  {
    name: 'invalid bytes as the escaped U+FFFD',
    value: fromBytes(Uint8Array.of(0x61, 0xff, 0xc3)),
    json: '"a\\ufffd\\ufffd"',
  },
  { name: 'characters beyond the first plane as they are', value: '😀', json: '"😀"' },
  { name: 'bytes as base64', value: Uint8Array.of(104, 105), json: '"aGk="' },
  {
    name: 'integers of every size',
    value: [1n, new Sized('uint64', 18446744073709551615n), new Sized('int64', -5n)],
    json: '[1,18446744073709551615,-5]',
  },
  {
    name: 'floats as ECMAScript does, and minus zero',
    value: [1e20, 1e21, 1e-6, 1e-7, -0, 1.5],
    json: '[100000000000000000000,1e+21,0.000001,1e-7,-0,1.5]',
  },
  {
    name: 'nil slices and maps as null',
    value: [
      new TypedList('[]string', undefined),
      new TypedMap('map[string]string', undefined),
      undefined,
    ],
    json: '[null,null,null]',
  },
  {
    name: 'typed slices and maps as their members',
    value: [new TypedList('[]int', [1n]), new TypedMap('map[string]string', [['a', 'b']])],
    json: '[[1],{"a":"b"}]',
  },
  {
    name: 'the exported fields of a struct in their order',
    value: new Point(),
    json: '{"Y":1,"X":"x"}',
  },
])('writes $name', ({ value, json }) => expect(encodeJson(value, { html: true })).toBe(json))

test('indents members, and leaves empty containers closed', () => {
  const value = new Map<string, Value>([
    ['a', [1, [], new Map()]],
    ['b', new Map([['c', '<']])],
  ])
  expect(encodeJson(value, { html: false, indent: '  ' })).toBe(
    '{\n  "a": [\n    1,\n    [],\n    {}\n  ],\n  "b": {\n    "c": "<"\n  }\n}',
  )
})

const cycle = new Map<string, Value>()
cycle.set('self', cycle)

test.each<{ name: string; value: Value; error: string }>([
  { name: 'not a number', value: [NaN], error: 'json: unsupported value: NaN' },
  { name: 'infinity', value: Infinity, error: 'json: unsupported value: +Inf' },
  { name: 'minus infinity', value: -Infinity, error: 'json: unsupported value: -Inf' },
  { name: 'a function', value: new Call(), error: 'json: unsupported type: func() string' },
  {
    name: 'a map inside itself',
    value: cycle,
    error: 'json: unsupported value: encountered a cycle via map[string]interface {}',
  },
])('refuses $name', ({ value, error }) =>
  expect(() => encodeJson(value, { html: true })).toThrow(new Error(error)),
)
