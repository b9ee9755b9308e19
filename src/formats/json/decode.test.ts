import { expect, test } from 'vitest'
import { fromBytes } from '../go-string.ts'
import { TypedList, TypedMap, type Value } from '../value.ts'
import { decodeJson, type JsonTarget } from './decode.ts'
import { JsonError } from './errors.ts'

test.each<{ name: string; text: string; target: JsonTarget; value: Value }>([
  {
    name: 'numbers as float64',
    text: '[1, -0.5e3, 1e20]',
    target: 'any',
    value: [1, -500, 1e20],
  },
  {
    name: 'the last of equal keys',
    text: '{"a":1,"a":2}',
    target: 'map',
    value: new Map([['a', 2]]),
  },
  {
    name: 'escapes and pairs',
    text: '"\\u00e9\\ud83d\\ude00\\/\\n"',
    target: 'any',
    value: 'é😀/\n',
  },
  { name: 'half a pair as U+FFFD', text: '"\\ud83dx"', target: 'any', value: '\ufffdx' },
  {
    name: 'invalid bytes as U+FFFD',
    text: fromBytes(Uint8Array.of(0x22, 0xff, 0x22)),
    target: 'any',
    value: '\ufffd',
  },
  {
    name: 'null as a nil map',
    text: ' null ',
    target: 'map',
    value: new TypedMap('map[string]interface {}', undefined),
  },
  {
    name: 'null as a nil slice',
    text: 'null',
    target: 'list',
    value: new TypedList('[]interface {}', undefined),
  },
])('reads $name', ({ text, target, value }) => expect(decodeJson(text, target)).toEqual(value))

test.each<{ text: string; target: JsonTarget; error: string }>([
  { text: '', target: 'map', error: 'unexpected end of JSON input' },
  { text: '{"a"', target: 'map', error: 'unexpected end of JSON input' },
  { text: '{', target: 'map', error: 'unexpected end of JSON input' },
  { text: '"a', target: 'any', error: 'unexpected end of JSON input' },
  { text: '"\\', target: 'any', error: "invalid character ' ' in string escape code" },
  {
    text: '"\\u12',
    target: 'any',
    error: "invalid character ' ' in \\u hexadecimal character escape",
  },
  { text: '"\\x"', target: 'any', error: "invalid character 'x' in string escape code" },
  { text: '"\n"', target: 'any', error: "invalid character '\\n' in string literal" },
  { text: 'x', target: 'any', error: "invalid character 'x' looking for beginning of value" },
  { text: 'é', target: 'any', error: "invalid character 'Ã' looking for beginning of value" },
  { text: "'a'", target: 'any', error: "invalid character '\\'' looking for beginning of value" },
  {
    text: '{a}',
    target: 'map',
    error: "invalid character 'a' looking for beginning of object key string",
  },
  {
    text: '{"a":1,}',
    target: 'map',
    error: "invalid character '}' looking for beginning of object key string",
  },
  { text: '{"a" 1}', target: 'map', error: "invalid character '1' after object key" },
  {
    text: '{"a":1 "b"}',
    target: 'map',
    error: "invalid character '\"' after object key:value pair",
  },
  { text: '[1 2]', target: 'list', error: "invalid character '2' after array element" },
  { text: '[1,]', target: 'list', error: "invalid character ']' looking for beginning of value" },
  { text: '{} x', target: 'map', error: "invalid character 'x' after top-level value" },
  { text: '01', target: 'any', error: "invalid character '1' after top-level value" },
  { text: 'tru', target: 'any', error: "invalid character ' ' in literal true (expecting 'e')" },
  { text: 'nulL', target: 'any', error: "invalid character 'L' in literal null (expecting 'l')" },
  { text: '-', target: 'any', error: "invalid character ' ' in numeric literal" },
  {
    text: '1.x',
    target: 'any',
    error: "invalid character 'x' after decimal point in numeric literal",
  },
  { text: '1e+', target: 'any', error: "invalid character ' ' in exponent of numeric literal" },
  { text: '['.repeat(10001), target: 'any', error: "invalid character '[' exceeded max depth" },
  {
    text: '[]',
    target: 'map',
    error: 'json: cannot unmarshal array into Go value of type map[string]interface {}',
  },
  {
    text: '"s"',
    target: 'map',
    error: 'json: cannot unmarshal string into Go value of type map[string]interface {}',
  },
  {
    text: '1e999',
    target: 'map',
    error: 'json: cannot unmarshal number into Go value of type map[string]interface {}',
  },
  {
    text: 'true',
    target: 'list',
    error: 'json: cannot unmarshal bool into Go value of type []interface {}',
  },
  {
    text: '{}',
    target: 'list',
    error: 'json: cannot unmarshal object into Go value of type []interface {}',
  },
])('refuses $text: $error', ({ text, target, error }) => {
  expect(failureOf(text, target).message).toBe(error)
})

test('reads on after a number that is out of range, and reports it', () => {
  const failure = failureOf('{"a":1e999,"b":2}', 'map')
  expect(failure.message).toBe('json: cannot unmarshal number 1e999 into Go value of type float64')
  expect(failure.partial).toEqual(
    new Map([
      ['a', null],
      ['b', 2],
    ]),
  )
})

function failureOf(text: string, target: JsonTarget): JsonError {
  try {
    decodeJson(text, target)
  } catch (error) {
    if (error instanceof JsonError) return error
    throw error
  }
  throw new Error(`${text} was read`)
}
