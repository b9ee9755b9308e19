import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, int64, type Row } from '../call-for-test.ts'
import { reflectionFunctions } from './reflection.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['typeOf', [null], '<nil>'],
  ['typeOf', ['x'], 'string'],
  ['typeOf', [1n], 'int'],
  ['typeOf', [1], 'float64'],
  ['typeOf', [true], 'bool'],
  ['typeOf', [int64(1)], 'int64'],
  ['typeOf', [new Uint8Array([104, 105])], '[]uint8'],
  ['typeOf', [[1n]], '[]interface {}'],
  ['typeOf', [new TypedList('[]interface {}', undefined)], '[]interface {}'],
  ['typeOf', [dict({})], 'map[string]interface {}'],
  ['typeOf', [new TypedMap('map[string]interface {}', undefined)], 'map[string]interface {}'],
  ['typeOf', [new TypedList('[]string', ['a'])], '[]string'],
  [
    'typeOf',
    [
      new TypedMap('map[string]string', [
        ['_0', 'x'],
        ['_1', 'y'],
      ]),
    ],
    'map[string]string',
  ],
  ['typeOf', [new TypedList('[]int', [0n])], '[]int'],
  ['typeIs', ['string', 'x'], true],
  ['typeIs', ['int', int64(1)], false],
  ['typeIs', ['<nil>', null], true],
  ['typeIs', ['[]interface {}', []], true],
  ['typeIsLike', ['string', 'x'], true],
  ['typeIsLike', ['*string', 'x'], false],
  ['typeIsLike', ['int64', int64(1)], true],
  ['kindOf', [null], 'invalid'],
  ['kindOf', ['x'], 'string'],
  ['kindOf', [new Uint8Array([104, 105])], 'slice'],
  ['kindOf', [[1n]], 'slice'],
  ['kindOf', [new TypedMap('map[string]interface {}', undefined)], 'map'],
  ['kindOf', [int64(1)], 'int64'],
  ['kindOf', [2.5], 'float64'],
  ['kindOf', [new TypedList('[]string', ['a'])], 'slice'],
  ['kindIs', ['slice', []], true],
  ['kindIs', ['map', new TypedMap('map[string]interface {}', undefined)], true],
  ['kindIs', ['invalid', null], true],
  ['kindIs', ['int', 1], false],
  ['deepEqual', [1n, 1], false],
  ['deepEqual', [1n, int64(1)], false],
  ['deepEqual', [new TypedList('[]interface {}', undefined), []], false],
  [
    'deepEqual',
    [
      [1n, dict({ a: null })],
      [1n, dict({ a: null })],
    ],
    true,
  ],
  ['deepEqual', [null, null], true],
  ['deepEqual', [NaN, NaN], false],
  ['deepEqual', [new TypedList('[]string', ['a']), ['a']], false],
  ['deepEqual', [new Uint8Array([104, 105]), new Uint8Array([104, 105])], true],
  ['deepEqual', [dict({ a: 1n }), dict({ b: 1n })], false],
  ['deepCopy', [dict({ a: [1n, null] })], dict({ a: [1n, null] })],
  [
    'deepCopy',
    [new TypedList('[]interface {}', undefined)],
    new TypedList('[]interface {}', undefined),
  ],
  [
    'deepCopy',
    [new TypedMap('map[string]interface {}', undefined)],
    new TypedMap('map[string]interface {}', undefined),
  ],
  ['deepCopy', [new TypedList('[]string', ['a', 'b'])], new TypedList('[]string', ['a', 'b'])],
  ['deepCopy', [new Uint8Array([104, 105])], new Uint8Array([104, 105])],
  ['deepCopy', ['x'], 'x'],
  ['deepCopy', [null], fails('reflect: call of reflect.Value.Type on zero Value')],
  ['mustDeepCopy', [dict({ a: dict({}) })], dict({ a: dict({}) })],
  ['mustDeepCopy', [null], fails('reflect: call of reflect.Value.Type on zero Value')],
  ['mustDeepCopy', [2.5], 2.5],
]

test.each(rows)('reflects as Go does: %s %o', (name, args, expected) => {
  expect(callFunction(reflectionFunctions, name, args)).toStrictEqual(expected)
})
