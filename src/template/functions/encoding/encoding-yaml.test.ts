import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, int64, type Row } from '../call-for-test.ts'
import { yamlFunctions } from './encoding-yaml.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['toYaml', [null], 'null'],
  ['toYaml', ['<a> & "é"\u2028'], '\'<a> & "é"\u2028\''],
  ['toYaml', [dict({ b: [1n, 2.5, null], a: dict({}) })], 'a: {}\nb:\n- 1\n- 2.5\n- null'],
  ['toYaml', [new TypedList('[]interface {}', undefined)], 'null'],
  ['toYaml', [new TypedMap('map[string]interface {}', undefined)], 'null'],
  ['toYaml', [new Uint8Array([104, 105])], 'aGk='],
  ['toYaml', [1e21], '1e+21'],
  ['toYaml', [1234567.5], '1.2345675e+06'],
  ['toYaml', [int64(7)], '7'],
  ['toYaml', [Infinity], ''],
  ['toYaml', [[NaN]], ''],
  ['toYaml', ['\udcff'], '�'],
  ['toYaml', [new TypedList('[]string', ['a', 'b'])], '- a\n- b'],
  [
    'toYaml',
    [
      new TypedMap('map[string]string', [
        ['_0', 'x'],
        ['_1', 'y'],
      ]),
    ],
    '_0: x\n_1: "y"',
  ],
  ['toYaml', ['a\nb\n'], '|\n  a\n  b'],
  ['toYaml', ['yes'], '"yes"'],
  ['toYaml', [[[]]], '- []'],
  ['toYaml', [dict({ k: dict({ l: [1n, dict({ x: '' })] }) })], 'k:\n  l:\n  - 1\n  - x: ""'],
  ['mustToYaml', [null], 'null'],
  ['mustToYaml', ['<a> & "é"\u2028'], '\'<a> & "é"\u2028\''],
  ['mustToYaml', [dict({ b: [1n, 2.5, null], a: dict({}) })], 'a: {}\nb:\n- 1\n- 2.5\n- null'],
  ['mustToYaml', [new TypedList('[]interface {}', undefined)], 'null'],
  ['mustToYaml', [new TypedMap('map[string]interface {}', undefined)], 'null'],
  ['mustToYaml', [new Uint8Array([104, 105])], 'aGk='],
  ['mustToYaml', [1e21], '1e+21'],
  ['mustToYaml', [1234567.5], '1.2345675e+06'],
  ['mustToYaml', [int64(7)], '7'],
  ['mustToYaml', [Infinity], fails('error marshaling into JSON: json: unsupported value: +Inf')],
  ['mustToYaml', [[NaN]], fails('error marshaling into JSON: json: unsupported value: NaN')],
  ['mustToYaml', ['\udcff'], '�'],
  ['mustToYaml', [new TypedList('[]string', ['a', 'b'])], '- a\n- b'],
  [
    'mustToYaml',
    [
      new TypedMap('map[string]string', [
        ['_0', 'x'],
        ['_1', 'y'],
      ]),
    ],
    '_0: x\n_1: "y"',
  ],
  ['mustToYaml', ['a\nb\n'], '|\n  a\n  b'],
  ['mustToYaml', ['yes'], '"yes"'],
  ['mustToYaml', [[[]]], '- []'],
  ['mustToYaml', [dict({ k: dict({ l: [1n, dict({ x: '' })] }) })], 'k:\n  l:\n  - 1\n  - x: ""'],
  ['toYamlPretty', [null], 'null'],
  ['toYamlPretty', ['<a> & "é"\u2028'], '\'<a> & "é"\u2028\''],
  [
    'toYamlPretty',
    [dict({ b: [1n, 2.5, null], a: dict({}) })],
    'a: {}\nb:\n  - 1\n  - 2.5\n  - null',
  ],
  ['toYamlPretty', [new TypedList('[]interface {}', undefined)], '[]'],
  ['toYamlPretty', [new TypedMap('map[string]interface {}', undefined)], '{}'],
  ['toYamlPretty', [new Uint8Array([104, 105])], '- 104\n- 105'],
  ['toYamlPretty', [1e21], '1e+21'],
  ['toYamlPretty', [1234567.5], '1.2345675e+06'],
  ['toYamlPretty', [int64(7)], '7'],
  ['toYamlPretty', [Infinity], '.inf'],
  ['toYamlPretty', [[NaN]], '- .nan'],
  ['toYamlPretty', ['\udcff'], '!!binary /w=='],
  ['toYamlPretty', [new TypedList('[]string', ['a', 'b'])], '- a\n- b'],
  [
    'toYamlPretty',
    [
      new TypedMap('map[string]string', [
        ['_0', 'x'],
        ['_1', 'y'],
      ]),
    ],
    '_0: x\n_1: "y"',
  ],
  ['toYamlPretty', ['a\nb\n'], '|\n  a\n  b'],
  ['toYamlPretty', ['yes'], '"yes"'],
  [
    'toYamlPretty',
    [dict({ k: dict({ l: [1n, dict({ x: '' })] }) })],
    'k:\n  l:\n    - 1\n    - x: ""',
  ],
  ['toYamlPretty', [1000000], '1e+06'],
  ['fromYaml', ['a: 1\nb: [x, null]'], dict({ a: 1, b: ['x', null] })],
  ['fromYaml', [''], dict({})],
  ['fromYaml', ['null'], dict({})],
  [
    'fromYaml',
    ['- 1'],
    dict({
      Error:
        'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    }),
  ],
  [
    'fromYaml',
    ['a: ['],
    dict({
      Error: 'error converting YAML to JSON: yaml: line 1: did not find expected node content',
    }),
  ],
  ['fromYaml', ['# c'], dict({})],
  ['fromYaml', ['a: 1\n---\nb: 2'], dict({ a: 1 })],
  ['fromYaml', ['yes: on'], dict({ true: true })],
  [
    'fromYaml',
    ['x'],
    dict({
      Error:
        'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go value of type map[string]interface {}',
    }),
  ],
  ['fromYaml', ['a: 1\na: 2'], dict({ a: 2 })],
  ['fromYamlArray', ['- 1\n- a: b'], [1, dict({ a: 'b' })]],
  ['fromYamlArray', [''], []],
  ['fromYamlArray', ['null'], []],
  [
    'fromYamlArray',
    ['a: 1'],
    [
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go value of type []interface {}',
    ],
  ],
  [
    'fromYamlArray',
    ['['],
    ['error converting YAML to JSON: yaml: line 1: did not find expected node content'],
  ],
  ['fromYamlArray', ['- 0x10\n- 1_000\n- ~'], [16, 1000, null]],
]

test.each(rows)('writes and reads YAML: %s %o', (name, args, expected) => {
  expect(callFunction(yamlFunctions, name, args)).toStrictEqual(expected)
})
