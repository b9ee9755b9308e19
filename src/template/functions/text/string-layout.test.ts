import { expect, test } from 'vitest'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import { callFunction, dict, fails, int64, type Row } from '../call-for-test.ts'
import { layoutFunctions } from './string-layout.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['quote', ['a'], '"a"'],
  ['quote', ['a"b\\', 1n], '"a\\"b\\\\" "1"'],
  ['quote', [1000000], '"1e+06"'],
  ['quote', [null], ''],
  ['quote', [null, 'x', new Uint8Array([104, 105])], '"x" "hi"'],
  ['quote', [new TypedList('[]interface {}', undefined)], '"[]"'],
  ['quote', [['a', null]], '"[a <nil>]"'],
  ['quote', ['é\u00a0\udcff'], '"é\\u00a0\\xff"'],
  ['squote', ["it's"], "'it's'"],
  ['squote', [new Uint8Array([104, 105]), 1.5], "'[104 105]' '1.5'"],
  ['squote', [null], ''],
  ['squote', [true, dict({})], "'true' 'map[]'"],
  ['cat', ['a', 1n, null, 2.5], 'a 1 2.5'],
  ['cat', [], ''],
  ['cat', [new Uint8Array([104, 105])], '[104 105]'],
  ['cat', [new TypedMap('map[string]interface {}', undefined), ['x']], 'map[] [x]'],
  ['toString', [null], '<nil>'],
  ['toString', [new Uint8Array([104, 105])], 'hi'],
  ['toString', [1000000], '1e+06'],
  ['toString', ['x'], 'x'],
  ['toString', [true], 'true'],
  ['toString', [new TypedList('[]interface {}', undefined)], '[]'],
  ['toString', [dict({ a: null })], 'map[a:<nil>]'],
  ['toString', [int64(5)], '5'],
  ['plural', ['one', 'many', 1n], 'one'],
  ['plural', ['one', 'many', 0n], 'many'],
  ['plural', ['one', 'many', -1n], 'many'],
  ['repeat', [3n, 'ab'], 'ababab'],
  ['repeat', [0n, 'ab'], ''],
  ['repeat', [-1n, 'ab'], fails('strings: negative Repeat count')],
  ['repeat', [2n, '\udcc3'], '\udcc3\udcc3'],
  ['repeat', [4611686018427387904n, 'ab'], fails('strings: Repeat output length overflow')],
  ['indent', [2n, 'a\n\nb'], '  a\n  \n  b'],
  ['indent', [0n, 'a'], 'a'],
  ['indent', [-1n, 'a'], fails('strings: negative Repeat count')],
  ['indent', [2n, ''], '  '],
  ['nindent', [2n, 'a\nb'], '\n  a\n  b'],
  ['nindent', [0n, ''], '\n'],
  ['nindent', [-1n, 'a'], fails('strings: negative Repeat count')],
  ['wrap', [5n, 'hello world foo'], 'hello\nworld\nfoo'],
  ['wrap', [0n, 'a b c'], 'a\nb\nc'],
  ['wrap', [3n, 'longword x'], 'longword\nx'],
  ['wrap', [4n, '日本語 x'], '日本語\nx'],
  ['wrap', [3n, '   a   b'], 'a  \nb'],
  ['wrap', [5n, ''], ''],
  ['wrapWith', [5n, '|', 'hello worldwide foo'], 'hello|world|wide|foo'],
  ['wrapWith', [2n, '', 'abcdef'], 'ab\ncd\nef'],
  ['wrapWith', [3n, '--', 'a b c'], 'a b--c'],
  ['wrapWith', [1n, 'é', 'ab'], 'aéb'],
  ['hello', [], 'Hello!'],
]

test.each(rows)('lays out text: %s %o', (name, args, expected) => {
  expect(callFunction(layoutFunctions, name, args)).toStrictEqual(expected)
})
