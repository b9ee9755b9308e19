import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, int64, type Row } from '../call-for-test.ts'
import { defaultFunctions } from './defaults.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['default', ['d', ''], 'd'],
  ['default', ['d', 0n], 'd'],
  ['default', ['d', false], 'd'],
  ['default', ['d', 'x'], 'x'],
  ['default', ['d'], 'd'],
  ['default', ['d', null], 'd'],
  ['default', ['d', new TypedList('[]interface {}', undefined)], 'd'],
  ['default', ['d', dict({})], 'd'],
  ['default', ['d', new Uint8Array([104, 105])], new Uint8Array([104, 105])],
  ['default', ['d', int64(0)], 'd'],
  ['default', ['d'], 'd'],
  ['empty', [null], true],
  ['empty', [0], true],
  ['empty', [''], true],
  ['empty', [false], true],
  ['empty', [[]], true],
  ['empty', [new TypedMap('map[string]interface {}', undefined)], true],
  ['empty', ['x'], false],
  ['empty', [new Uint8Array([104, 105])], false],
  ['empty', [[null]], false],
  ['empty', [int64(0)], true],
  ['empty', [-0], true],
  ['empty', [NaN], false],
  ['coalesce', [null, 0n, '', 'x', 'y'], 'x'],
  ['coalesce', [], null],
  ['coalesce', [null, []], null],
  ['coalesce', [int64(3)], int64(3)],
  ['all', [1n, 'x', true], true],
  ['all', [1n, ''], false],
  ['all', [], true],
  ['any', [0n, '', 'x'], true],
  ['any', [0n, null], false],
  ['any', [], false],
  ['ternary', ['a', 'b', true], 'a'],
  ['ternary', ['a', 'b', false], 'b'],
  ['ternary', [null, 1n, true], null],
]

test.each(rows)('chooses by emptiness: %s %o', (name, args, expected) => {
  expect(callFunction(defaultFunctions, name, args)).toStrictEqual(expected)
})
