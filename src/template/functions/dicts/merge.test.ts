import { expect, test } from 'vitest'
import { TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, type Row } from '../call-for-test.ts'
import { mergeFunctions } from './merge.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['merge', [dict({ a: 1n }), dict({ a: 2n, b: 3n })], dict({ a: 1n, b: 3n })],
  ['merge', [dict({ a: false }), dict({ a: true })], dict({ a: true })],
  [
    'merge',
    [dict({ a: dict({ x: 1n }) }), dict({ a: dict({ x: 2n, y: 3n }) })],
    dict({ a: dict({ x: 1n, y: 3n }) }),
  ],
  ['merge', [dict({ a: [] }), dict({ a: [1n] })], dict({ a: [1n] })],
  ['merge', [dict({ a: [1n] }), dict({ a: [2n] })], dict({ a: [1n] })],
  ['merge', [dict({ a: dict({}) }), dict({ a: 'x' })], dict({ a: 'x' })],
  ['merge', [dict({ a: 'x' }), dict({ a: dict({ b: 1n }) })], dict({ a: 'x' })],
  ['merge', [dict({ a: null }), dict({ a: dict({ b: 1n }) })], dict({ a: dict({ b: 1n }) })],
  [
    'merge',
    [dict({ a: dict({}) }), dict({ a: dict({ b: null }) })],
    dict({ a: dict({ b: null }) }),
  ],
  ['merge', [dict({ a: 1n }), dict({ b: null })], dict({ a: 1n })],
  ['merge', [new TypedMap('map[string]interface {}', undefined), dict({ a: 1n })], dict({ a: 1n })],
  [
    'merge',
    [
      new TypedMap('map[string]interface {}', undefined),
      new TypedMap('map[string]interface {}', undefined),
    ],
    new TypedMap('map[string]interface {}', undefined),
  ],
  ['merge', [dict({ a: 1n }), new TypedMap('map[string]interface {}', undefined)], dict({ a: 1n })],
  ['merge', [dict({ a: 1n })], dict({ a: 1n })],
  ['merge', [dict({ a: 0n }), dict({ a: '' })], dict({ a: '' })],
  ['mustMerge', [dict({ a: 1n }), dict({ a: 2n, b: 3n })], dict({ a: 1n, b: 3n })],
  ['mustMerge', [dict({ a: false }), dict({ a: true })], dict({ a: true })],
  [
    'mustMerge',
    [dict({ a: dict({ x: 1n }) }), dict({ a: dict({ x: 2n, y: 3n }) })],
    dict({ a: dict({ x: 1n, y: 3n }) }),
  ],
  ['mustMerge', [dict({ a: [] }), dict({ a: [1n] })], dict({ a: [1n] })],
  ['mustMerge', [dict({ a: [1n] }), dict({ a: [2n] })], dict({ a: [1n] })],
  ['mustMerge', [dict({ a: dict({}) }), dict({ a: 'x' })], dict({ a: 'x' })],
  ['mustMerge', [dict({ a: 'x' }), dict({ a: dict({ b: 1n }) })], dict({ a: 'x' })],
  ['mustMerge', [dict({ a: null }), dict({ a: dict({ b: 1n }) })], dict({ a: dict({ b: 1n }) })],
  [
    'mustMerge',
    [dict({ a: dict({}) }), dict({ a: dict({ b: null }) })],
    dict({ a: dict({ b: null }) }),
  ],
  ['mustMerge', [dict({ a: 1n }), dict({ b: null })], dict({ a: 1n })],
  [
    'mustMerge',
    [new TypedMap('map[string]interface {}', undefined), dict({ a: 1n })],
    dict({ a: 1n }),
  ],
  [
    'mustMerge',
    [
      new TypedMap('map[string]interface {}', undefined),
      new TypedMap('map[string]interface {}', undefined),
    ],
    new TypedMap('map[string]interface {}', undefined),
  ],
  [
    'mustMerge',
    [dict({ a: 1n }), new TypedMap('map[string]interface {}', undefined)],
    dict({ a: 1n }),
  ],
  ['mustMerge', [dict({ a: 1n })], dict({ a: 1n })],
  ['mustMerge', [dict({ a: 0n }), dict({ a: '' })], dict({ a: '' })],
  ['mergeOverwrite', [dict({ a: 1n }), dict({ a: 2n, b: 3n })], dict({ a: 2n, b: 3n })],
  ['mergeOverwrite', [dict({ a: true }), dict({ a: false })], dict({ a: false })],
  [
    'mergeOverwrite',
    [dict({ a: dict({ x: 1n, z: 1n }) }), dict({ a: dict({ x: 2n, y: 3n }) })],
    dict({ a: dict({ x: 2n, z: 1n, y: 3n }) }),
  ],
  ['mergeOverwrite', [dict({ a: [1n] }), dict({ a: [] })], dict({ a: [] })],
  ['mergeOverwrite', [dict({ a: 1n }), dict({ a: null, b: null })], dict({ a: null, b: null })],
  [
    'mergeOverwrite',
    [dict({ a: dict({ x: 1n }) }), dict({ a: dict({}) })],
    dict({ a: dict({ x: 1n }) }),
  ],
  [
    'mergeOverwrite',
    [dict({ a: 'x' }), dict({ a: dict({ b: 1n }) })],
    dict({ a: dict({ b: 1n }) }),
  ],
  ['mergeOverwrite', [dict({ a: dict({ b: 1n }) }), dict({ a: 'x' })], dict({ a: 'x' })],
  [
    'mergeOverwrite',
    [dict({ a: dict({ x: 1n }) }), dict({ a: new TypedMap('map[string]interface {}', undefined) })],
    dict({ a: dict({ x: 1n }) }),
  ],
  [
    'mergeOverwrite',
    [new TypedMap('map[string]interface {}', undefined), dict({ a: 1n })],
    dict({ a: 1n }),
  ],
  ['mustMergeOverwrite', [dict({ a: 1n }), dict({ a: 2n, b: 3n })], dict({ a: 2n, b: 3n })],
  ['mustMergeOverwrite', [dict({ a: true }), dict({ a: false })], dict({ a: false })],
  [
    'mustMergeOverwrite',
    [dict({ a: dict({ x: 1n, z: 1n }) }), dict({ a: dict({ x: 2n, y: 3n }) })],
    dict({ a: dict({ x: 2n, z: 1n, y: 3n }) }),
  ],
  ['mustMergeOverwrite', [dict({ a: [1n] }), dict({ a: [] })], dict({ a: [] })],
  ['mustMergeOverwrite', [dict({ a: 1n }), dict({ a: null, b: null })], dict({ a: null, b: null })],
  [
    'mustMergeOverwrite',
    [dict({ a: dict({ x: 1n }) }), dict({ a: dict({}) })],
    dict({ a: dict({ x: 1n }) }),
  ],
  [
    'mustMergeOverwrite',
    [dict({ a: 'x' }), dict({ a: dict({ b: 1n }) })],
    dict({ a: dict({ b: 1n }) }),
  ],
  ['mustMergeOverwrite', [dict({ a: dict({ b: 1n }) }), dict({ a: 'x' })], dict({ a: 'x' })],
  [
    'mustMergeOverwrite',
    [dict({ a: dict({ x: 1n }) }), dict({ a: new TypedMap('map[string]interface {}', undefined) })],
    dict({ a: dict({ x: 1n }) }),
  ],
  [
    'mustMergeOverwrite',
    [new TypedMap('map[string]interface {}', undefined), dict({ a: 1n })],
    dict({ a: 1n }),
  ],
  [
    'merge',
    [
      dict({
        a: new TypedMap('map[string]string', [
          ['_0', 'x'],
          ['_1', 'y'],
        ]),
      }),
      dict({ a: dict({ b: 'x' }) }),
    ],
    fails('reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string'),
  ],
  [
    'mergeOverwrite',
    [
      dict({ a: dict({ b: 1n }) }),
      dict({
        a: new TypedMap('map[string]string', [
          ['_0', 'x'],
          ['_1', 'y'],
        ]),
      }),
    ],
    dict({ a: dict({ b: 1n, _0: 'x', _1: 'y' }) }),
  ],
]

test.each(rows)('merges as mergo 1.0 does: %s %o', (name, args, expected) => {
  expect(callFunction(mergeFunctions, name, args)).toStrictEqual(expected)
})
