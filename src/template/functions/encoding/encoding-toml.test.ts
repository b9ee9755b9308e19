import { expect, test } from 'vitest'
import { TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, int64, type Row } from '../call-for-test.ts'
import { tomlFunctions } from './encoding-toml.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  [
    'fromToml',
    ['a = 1\nb = [1.5, 2.0]\n[c]\nd = "x"'],
    dict({ a: int64(1), b: [1.5, 2], c: dict({ d: 'x' }) }),
  ],
  ['fromToml', [''], dict({})],
  [
    'fromToml',
    ['a = '],
    dict({ Error: 'toml: line 1 (last key "a"): unexpected EOF; expected value' }),
  ],
  [
    'fromToml',
    ['a = 1\na = 2'],
    dict({ Error: 'toml: line 2 (last key "a"): Key \'a\' has already been defined.' }),
  ],
  ['fromToml', ['[t.u]\nx = "\\u00e9"'], dict({ t: dict({ u: dict({ x: 'é' }) }) })],
  ['fromToml', ['a = {b = 1}'], dict({ a: dict({ b: int64(1) }) })],
  ['fromToml', ['x'], dict({ Error: "toml: line 1: unexpected EOF; expected key separator '='" })],
  ['fromToml', ['a = 0x1F\nb = inf\nc = true'], dict({ a: int64(31), b: Infinity, c: true })],
  ['toToml', [dict({ b: [1n, 2.5], a: dict({ x: 'é"' }) })], 'b = [1, 2.5]\n\n[a]\n  x = "é\\""\n'],
  ['toToml', [dict({})], ''],
  ['toToml', [null], fails('reflect: call of reflect.Value.Type on zero Value')],
  ['toToml', ['x'], '"x"'],
  ['toToml', [[1n]], '[1]'],
  ['toToml', [dict({ a: null })], ''],
  ['toToml', [dict({ a: [null] })], 'toml: cannot encode array with nil element'],
  ['toToml', [new TypedMap('map[string]interface {}', undefined)], ''],
  ['toToml', [new Uint8Array([104, 105])], '[104, 105]'],
  ['toToml', [dict({ a: new Uint8Array([104, 105]) })], 'a = [104, 105]\n'],
  ['toToml', [1000000], '1e+06'],
  ['toToml', [dict({ a: int64(5), b: true, c: 1000000 })], 'a = 5\nb = true\nc = 1e+06\n'],
  ['toToml', [dict({ a: [dict({ b: 1n }), dict({})] })], '[[a]]\n  b = 1\n\n[[a]]\n'],
  ['toToml', [Infinity], 'inf'],
  [
    'mustToToml',
    [dict({ b: [1n, 2.5], a: dict({ x: 'é"' }) })],
    'b = [1, 2.5]\n\n[a]\n  x = "é\\""\n',
  ],
  ['mustToToml', [dict({})], ''],
  ['mustToToml', [null], fails('reflect: call of reflect.Value.Type on zero Value')],
  ['mustToToml', ['x'], '"x"'],
  ['mustToToml', [[1n]], '[1]'],
  ['mustToToml', [dict({ a: null })], ''],
  ['mustToToml', [dict({ a: [null] })], fails('toml: cannot encode array with nil element')],
  ['mustToToml', [new TypedMap('map[string]interface {}', undefined)], ''],
  ['mustToToml', [new Uint8Array([104, 105])], '[104, 105]'],
  ['mustToToml', [dict({ a: new Uint8Array([104, 105]) })], 'a = [104, 105]\n'],
  ['mustToToml', [1000000], '1e+06'],
  ['mustToToml', [dict({ a: int64(5), b: true, c: 1000000 })], 'a = 5\nb = true\nc = 1e+06\n'],
  ['mustToToml', [dict({ a: [dict({ b: 1n }), dict({})] })], '[[a]]\n  b = 1\n\n[[a]]\n'],
  ['mustToToml', [Infinity], 'inf'],
]

test.each(rows)('writes and reads TOML: %s %o', (name, args, expected) => {
  expect(callFunction(tomlFunctions, name, args)).toStrictEqual(expected)
})
