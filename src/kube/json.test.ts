import {
  array,
  assert,
  bigInt,
  constantFrom,
  dictionary,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { type Json, equalJson, jsonInteger } from '../objects/json.ts'
import { hasLongInteger, readJson, writeJson } from './json.ts'

const bytes = (text: string) => Buffer.from(text)

test.each([
  { text: '{"a":9007199254740993}', value: { a: 9007199254740993n } },
  { text: '[-9223372036854775808]', value: [-9223372036854775808n] },
  { text: '18446744073709551615', value: 18446744073709551615n },
  { text: '{"a": 9007199254740991}', value: { a: 9007199254740991 } },
  { text: '{"a":1234567890123456.5}', value: { a: 1234567890123456.5 } },
  { text: '{"a":1e300,"b":9007199254740993}', value: { a: 1e300, b: 9007199254740993n } },
  { text: '{"a":"9007199254740993"}', value: { a: '9007199254740993' } },
  { text: '{"a":"x:9007199254740993,"}', value: { a: 'x:9007199254740993,' } },
])('reads $text exactly', ({ text, value }) => {
  expect(readJson(bytes(text))).toEqual(value)
})

test.each([
  '{"a":123456789012345}',
  '{"a":"1234567890123456"}',
  '{"sha":"ab12345678901234567890"}',
])('takes the fast way for %s', (text) => expect(hasLongInteger(bytes(text))).toBe(false))

test('finds a long integer wherever it stands', () => {
  for (let indent = 0; indent < 40; indent++) {
    const text = `{"a":${' '.repeat(indent)}9007199254740993}`
    expect(readJson(bytes(text))).toEqual({ a: 9007199254740993n })
  }
})

test('an own field may be called __proto__', () => {
  const value = readJson(bytes('{"__proto__":{"a":9007199254740993}}'))
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(writeJson(value)).toBe('{"__proto__":{"a":9007199254740993}}')
})

test('any value with integers of 64 bits survives', () => {
  const integer = bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map((value) => jsonInteger(value))
  const { tree } = letrec((tie) => ({
    tree: oneof(
      { maxDepth: 4 },
      integer,
      string(),
      constantFrom(null, true, false, 0.5, 1e300),
      array(tie('tree')),
      dictionary(string(), tie('tree')),
    ),
  }))
  const survives = property(tree, (value) => {
    expect(equalJson(readJson(bytes(writeJson(value as Json))), value as Json)).toBe(true)
  })
  expect(() => assert(survives)).not.toThrow()
})

test('what is no JSON is a bad answer', () => {
  expect(() => readJson(bytes('<html>'))).toThrow(expect.objectContaining({ code: 'bad-answer' }))
})
