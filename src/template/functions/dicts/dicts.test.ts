import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, type Row } from '../call-for-test.ts'
import { dictFunctions } from './dicts.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['dict', ['a', 1n, 'b'], dict({ a: 1n, b: '' })],
  ['dict', [], dict({})],
  ['dict', [1n, 2n, null, 3n], dict({ '1': 2n, '<nil>': 3n })],
  ['dict', ['a', 1n, 'a', 2n], dict({ a: 2n })],
  ['dict', [new Uint8Array([104, 105]), null], dict({ hi: null })],
  ['get', [dict({ a: 1n }), 'a'], 1n],
  ['get', [dict({ a: 1n }), 'b'], ''],
  ['get', [new TypedMap('map[string]interface {}', undefined), 'a'], ''],
  ['get', [dict({ a: null }), 'a'], null],
  ['set', [dict({ a: 1n }), 'a', 2n], dict({ a: 2n })],
  ['set', [dict({}), 'x', null], dict({ x: null })],
  [
    'set',
    [new TypedMap('map[string]interface {}', undefined), 'a', 1n],
    fails('assignment to entry in nil map'),
  ],
  ['unset', [dict({ a: 1n, b: 2n }), 'a'], dict({ b: 2n })],
  ['unset', [dict({}), 'a'], dict({})],
  [
    'unset',
    [new TypedMap('map[string]interface {}', undefined), 'a'],
    new TypedMap('map[string]interface {}', undefined),
  ],
  ['hasKey', [dict({ a: null }), 'a'], true],
  ['hasKey', [dict({ a: 1n }), 'b'], false],
  ['hasKey', [new TypedMap('map[string]interface {}', undefined), 'a'], false],
  ['pluck', ['a', dict({ a: 1n }), dict({ b: 2n }), dict({ a: null })], [1n, null]],
  ['pluck', ['a'], []],
  ['pluck', ['a', new TypedMap('map[string]interface {}', undefined)], []],
  ['keys', [dict({ a: 1n })], new TypedList('[]string', ['a'])],
  ['keys', [], new TypedList('[]string', [])],
  ['keys', [dict({ a: 1n }), dict({ b: 1n })], new TypedList('[]string', ['a', 'b'])],
  ['values', [dict({ a: 1n })], [1n]],
  ['values', [dict({})], []],
  ['values', [new TypedMap('map[string]interface {}', undefined)], []],
  ['pick', [dict({ a: 1n, b: 2n }), 'a', 'x'], dict({ a: 1n })],
  ['pick', [dict({ a: 1n })], dict({})],
  ['pick', [new TypedMap('map[string]interface {}', undefined), 'a'], dict({})],
  ['omit', [dict({ a: 1n, b: 2n }), 'a', 'x'], dict({ b: 2n })],
  ['omit', [dict({ a: 1n })], dict({ a: 1n })],
  ['omit', [new TypedMap('map[string]interface {}', undefined), 'a'], dict({})],
  ['dig', ['a', 'b', 'd', dict({ a: dict({ b: 1n }) })], 1n],
  ['dig', ['a', 'b', 'd', dict({ a: dict({}) })], 'd'],
  ['dig', ['a', 'b', 'd', dict({})], 'd'],
  ['dig', ['a', 'd', dict({ a: null })], null],
  [
    'dig',
    ['a', 'b', 'd', dict({ a: null })],
    fails('interface conversion: interface {} is nil, not map[string]interface {}'),
  ],
  [
    'dig',
    ['a', 'b', 'd', dict({ a: 'x' })],
    fails('interface conversion: interface {} is string, not map[string]interface {}'),
  ],
  ['dig', ['a', dict({})], fails('dig needs at least three arguments')],
  ['dig', [1n, 'd', dict({})], fails('interface conversion: interface {} is int, not string')],
  [
    'dig',
    ['a', 'd', 'x'],
    fails('interface conversion: interface {} is string, not map[string]interface {}'),
  ],
  ['dig', ['a', 'd', new TypedMap('map[string]interface {}', undefined)], 'd'],
  [
    'dig',
    ['a', 'd', null],
    fails('interface conversion: interface {} is nil, not map[string]interface {}'),
  ],
]

test.each(rows)('handles dicts: %s %o', (name, args, expected) => {
  expect(callFunction(dictFunctions, name, args)).toStrictEqual(expected)
})
