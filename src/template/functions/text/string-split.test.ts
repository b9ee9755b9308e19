import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, type Row } from '../call-for-test.ts'
import { splitFunctions } from './string-split.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  [
    'split',
    ['$', 'foo$bar'],
    new TypedMap('map[string]string', [
      ['_0', 'foo'],
      ['_1', 'bar'],
    ]),
  ],
  [
    'split',
    ['', 'aé'],
    new TypedMap('map[string]string', [
      ['_0', 'a'],
      ['_1', 'é'],
    ]),
  ],
  ['split', [',', ''], new TypedMap('map[string]string', [['_0', '']])],
  [
    'split',
    ['\udcc3', 'é'],
    new TypedMap('map[string]string', [
      ['_0', ''],
      ['_1', '\udca9'],
    ]),
  ],
  [
    'splitn',
    ['$', 2n, 'a$b$c'],
    new TypedMap('map[string]string', [
      ['_0', 'a'],
      ['_1', 'b$c'],
    ]),
  ],
  ['splitn', ['$', 0n, 'a$b'], new TypedMap('map[string]string', [])],
  [
    'splitn',
    ['$', -1n, 'a$b'],
    new TypedMap('map[string]string', [
      ['_0', 'a'],
      ['_1', 'b'],
    ]),
  ],
  [
    'splitn',
    ['', 2n, 'abc'],
    new TypedMap('map[string]string', [
      ['_0', 'a'],
      ['_1', 'bc'],
    ]),
  ],
  ['splitList', [',', 'a,b,,c'], new TypedList('[]string', ['a', 'b', '', 'c'])],
  ['splitList', ['', 'aé\udcff'], new TypedList('[]string', ['a', 'é', '\udcff'])],
  ['splitList', ['', ''], new TypedList('[]string', [])],
  ['splitList', [',', ''], new TypedList('[]string', [''])],
  ['replace', ['a', 'b', 'banana'], 'bbnbnb'],
  ['replace', ['', '-', 'aé'], '-a-é-'],
  ['replace', ['x', '', 'axbx'], 'ab'],
  ['replace', ['\udcc3', 'e', 'é'], 'e\udca9'],
  ['replace', ['a', 'a', 'aa'], 'aa'],
]

test.each(rows)('splits and replaces: %s %o', (name, args, expected) => {
  expect(callFunction(splitFunctions, name, args)).toStrictEqual(expected)
})
