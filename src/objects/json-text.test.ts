import { expect, test } from 'vitest'
import { parseJson, printCanonicalJson, printJson } from './json-text.ts'

test.each([
  { name: 'long integers', text: '{"a":9007199254740993,"b":[-9223372036854775808]}' },
  { name: 'integers that numbers hold', text: '{"a":9007199254740991}' },
  { name: 'strings that look like numbers', text: '{"a":"9007199254740993"}' },
  { name: 'a field called __proto__', text: '{"__proto__":{"a":9007199254740993}}' },
  { name: 'the order of fields', text: '{"b":1,"a":{"d":null,"c":true}}' },
])('$name survive a round trip', ({ text }) => {
  expect(printJson(parseJson(text))).toBe(text)
})

test('a long integer is a bigint, a long fraction a number', () => {
  expect(parseJson('[9007199254740993, 1.2345678901234567, 1e20]')).toEqual([
    9007199254740993n,
    1.2345678901234567,
    1e20,
  ])
})

test('canonical text sorts fields by bytes and escapes as Go does', () => {
  expect(printCanonicalJson({ b: '<&>', a: [1, 'é\u2028'], Z: null })).toBe(
    '{"Z":null,"a":[1,"é\\u2028"],"b":"\\u003c\\u0026\\u003e"}',
  )
})

test('what is no JSON is refused', () => {
  expect(() => parseJson('{')).toThrow(SyntaxError)
})
