import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareJson, equalJson, fieldOf, jsonInteger, withField, type Json } from './json.ts'

test.each<{ name: string; a: Json | undefined; b: Json | undefined; equal: boolean }>([
  {
    name: 'the order of fields does not matter',
    a: { a: 1, b: 2 },
    b: { b: 2, a: 1 },
    equal: true,
  },
  { name: 'the order of items matters', a: [1, 2], b: [2, 1], equal: false },
  { name: 'null is not absent', a: { a: null }, b: {}, equal: false },
  { name: 'an integer is the same as number and as bigint', a: 5, b: 5n, equal: true },
  {
    name: 'integers beyond 2^53 are told apart',
    a: 9007199254740993n,
    b: 9007199254740992,
    equal: false,
  },
  { name: 'a number is not its text', a: 1, b: '1', equal: false },
  { name: 'a list is not an object', a: [], b: {}, equal: false },
  {
    name: 'inherited names are no fields',
    a: { constructor: 1 },
    b: { toString: 1 },
    equal: false,
  },
  { name: 'nothing equals nothing', a: undefined, b: undefined, equal: true },
  { name: 'nothing is not null', a: undefined, b: null, equal: false },
])('$name', ({ a, b, equal }) => {
  expect(equalJson(a, b)).toBe(equal)
  expect(equalJson(b, a)).toBe(equal)
})

test('the order of values is total and agrees with equality', () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>
  fc.assert(
    fc.property(json, json, json, (a, b, c) => {
      expect(compareJson(a, b) === 0).toBe(equalJson(a, b))
      expect(Math.sign(compareJson(a, b)) + Math.sign(compareJson(b, a))).toBe(0)
      const [low, middle, high] = [a, b, c].toSorted(compareJson)
      expect(compareJson(low ?? null, middle ?? null)).toBeLessThanOrEqual(0)
      expect(compareJson(low ?? null, high ?? null)).toBeLessThanOrEqual(0)
    }),
  )
})

test('fields are own fields, whatever their name', () => {
  const parsed = JSON.parse('{"__proto__": 1}') as Json
  expect(fieldOf(parsed, '__proto__')).toBe(1)
  expect(fieldOf({}, 'constructor')).toBeUndefined()
  const written = withField({}, '__proto__', 2)
  expect(Object.entries(written)).toEqual([['__proto__', 2]])
  expect(withField(written, '__proto__', undefined)).toEqual({})
})

test('integers are numbers while that is exact', () => {
  expect(jsonInteger(9007199254740991n)).toBe(9007199254740991)
  expect(jsonInteger(9007199254740992n)).toBe(9007199254740992n)
})
