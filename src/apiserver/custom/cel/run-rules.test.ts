import { describe, expect, test } from 'vitest'
import type { Json } from '../../../objects/json.ts'
import type { StructuralSchema } from '../structural-schema.ts'
import { createRuleCheck } from './run-rules.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const strings = { type: 'array', items: text }

/** The answer of a rule on a field about its value. */
function ask(schema: StructuralSchema, rule: string, value: Json, old?: Json): readonly string[] {
  const field = { ...schema, 'x-kubernetes-validations': [{ rule, message: 'no' }] }
  const check = createRuleCheck({ type: 'object', properties: { field } })
  const before = old === undefined ? undefined : { field: old }
  return check({ field: value }, before).map(({ field: at, detail }) => `${at}: ${detail}`)
}

const held: readonly (readonly [schema: StructuralSchema, rule: string, value: Json])[] = [
  [integer, 'self + 1 == 4', 3],
  [{ type: 'number' }, 'self < 1.5', 1],
  [{ type: 'number' }, 'self == 1.0', 1],
  [{ 'x-kubernetes-int-or-string': true }, 'type(self) == int ? self == 5 : self == "5%"', 5],
  [{ 'x-kubernetes-int-or-string': true }, 'type(self) == int ? self == 5 : self == "5%"', '5%'],
  [text, 'self.matches("^a+$")', 'aaa'],
  [text, 'self.find("[0-9]+") == "12"', 'a12b3'],
  [text, 'self.findAll("[0-9]+") == ["12", "3"]', 'a12b3'],
  [text, 'self.findAll("[0-9]+", 1) == ["12"]', 'a12b3'],
  [text, 'self.replace("a", "b") == "bcb"', 'aca'],
  [text, 'self.replace("a", "b", 1) == "bca"', 'aca'],
  [text, 'self.split(",").join("-") == "a-b"', 'a,b'],
  [text, 'self.charAt(1) == "é" && self.reverse() == "éa"', 'aé'],
  [text, '"%s is %d, %.2f".format([self, 3, 1.5]) == "x is 3, 1.50"', 'x'],
  [strings, 'self.isSorted() && self.min() == "a" && self.max() == "c"', ['a', 'b', 'c']],
  [strings, 'self.indexOf("b") == 1 && self.lastIndexOf("b") == 2', ['a', 'b', 'b']],
  [strings, 'sets.contains(self, ["a"]) && !sets.intersects(self, ["z"])', ['a', 'b']],
  [strings, 'sets.equivalent(self, ["b", "a", "a"])', ['a', 'b']],
  [{ type: 'array', items: integer }, 'self.sum() == 6', [1, 2, 3]],
  [text, 'quantity(self).isGreaterThan(quantity("999Mi"))', '1Gi'],
  [text, 'isQuantity(self) && !isQuantity("x")', '100m'],
  [text, 'quantity(self).add(quantity("1")).asInteger() == 3', '2'],
  [
    text,
    'url(self).getHostname() == "a.example.com" && url(self).getPort() == "8080"',
    'https://a.example.com:8080/x?q=1',
  ],
  [
    text,
    'url(self).getQuery()["q"] == ["1"] && isURL("/path") && !isURL("no url")',
    'https://a.example.com/?q=1',
  ],
  [text, 'cidr("10.0.0.0/8").containsIP(ip(self)) && ip(self).family() == 4', '10.1.2.3'],
  [text, 'isIP(self) && !isIP("1.2.3") && ip(self).isLoopback()', '127.0.0.1'],
  [text, 'cidr(self).containsCIDR("10.1.0.0/16") && cidr(self).prefixLength() == 8', '10.0.0.0/8'],
  [{ type: 'string', format: 'date-time' }, 'self.getFullYear() == 2024', '2024-02-03T04:05:06Z'],
  [{ type: 'string', format: 'duration' }, 'self > duration("30s")', '1m'],
  [
    { type: 'object', properties: { 'a.b-c': text, in: text } },
    'self.a__dot__b__dash__c == self.__in__',
    { 'a.b-c': 'x', in: 'x' },
  ],
  [{ type: 'object', properties: { a: text } }, '!has(self.a)', {}],
  [
    { type: 'array', items: { type: 'object', properties: { a: text } } },
    'has(self[0].a) && !has(self[1].a)',
    [{ a: 'x' }, {}],
  ],
  [{ type: 'object', properties: { a: text } }, 'self.?a.orValue("x") == "x"', {}],
  [
    { type: 'object', properties: { a: { ...text, nullable: true } } },
    'self.a == null',
    { a: null },
  ],
  [
    { type: 'object', additionalProperties: integer },
    'self.all(key, self[key] > 0) && "a" in self',
    { a: 1 },
  ],
  [text, 'semver(self).major() == 1 && semver(self).isLessThan(semver("1.10.0"))', '1.9.3'],
  [
    text,
    'semver(self, true) == semver("1.2.0") && !isSemver(self) && isSemver(self, true)',
    'v1.02',
  ],
  [text, 'semver(self).compareTo(semver("1.0.0")) == -1', '1.0.0-alpha.1'],
  [strings, 'self.all(at, one, at < 2 && one != "z")', ['a', 'b']],
  [strings, 'self.exists(at, one, at == 1 && one == "b")', ['a', 'b']],
  [strings, 'self.existsOne(at, one, one == "b")', ['a', 'b']],
  [strings, 'self.transformList(at, one, one + string(at)) == ["a0", "b1"]', ['a', 'b']],
  [strings, 'self.transformList(at, one, at > 0, one) == ["b"]', ['a', 'b']],
  [
    { type: 'object', additionalProperties: integer },
    'self.all(key, value, value > 0) && self.transformMap(key, value, value + 1)["a"] == 2',
    { a: 1, b: 2 },
  ],
  [
    { type: 'object', additionalProperties: text },
    'self.transformMapEntry(key, value, {value: key})["x"] == "a"',
    { a: 'x' },
  ],
  [{ ...strings, 'x-kubernetes-list-type': 'set' }, 'self == ["b", "a"]', ['a', 'b']],
  [{ ...strings, 'x-kubernetes-list-type': 'set' }, 'self + ["b"] == self', ['a', 'b']],
  [strings, 'self != ["b", "a"] && self + ["c"] == ["a", "b", "c"]', ['a', 'b']],
  [{ type: 'object', properties: { constructor: text } }, '!has(self.constructor)', {}],
]

describe('a rule that holds says nothing', () => {
  test.each(held)('%j %s', (schema, rule, value) => {
    expect(ask(schema, rule, value)).toEqual([])
  })
})

const listMap = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: {
    type: 'object',
    properties: {
      name: text,
      size: { ...integer, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
    },
  },
} satisfies StructuralSchema

describe('rules about change', () => {
  test('are asked about the item of the same name, wherever it is now', () => {
    const old = [
      { name: 'a', size: 5 },
      { name: 'b', size: 1 },
    ]
    const now = [
      { name: 'b', size: 2 },
      { name: 'a', size: 4 },
      { name: 'c', size: 0 },
    ]
    expect(ask(listMap, 'true', now, old)).toEqual(['field[1].size: failed rule: self >= oldSelf'])
  })

  test('do not see the order of a list that is a map', () => {
    const old = [{ name: 'a' }, { name: 'b' }]
    expect(ask(listMap, 'self == oldSelf', [{ name: 'b' }, { name: 'a' }], old)).toEqual([])
    expect(ask(listMap, 'self == oldSelf', [{ name: 'b', size: 1 }, { name: 'a' }], old)).toEqual([
      'field: no',
    ])
  })

  test('are asked at the creation when the old value is optional', () => {
    const rule = { rule: 'oldSelf.hasValue() || self == "first"', optionalOldSelf: true }
    const field = { ...text, 'x-kubernetes-validations': [rule] }
    const check = createRuleCheck({ type: 'object', properties: { field } })
    expect(check({ field: 'first' }, undefined)).toEqual([])
    expect(check({ field: 'other' }, undefined)).toHaveLength(1)
    expect(check({ field: 'other' }, { field: 'first' })).toEqual([])
  })

  test('a value that stays as it was is not refused by a rule that is not about change', () => {
    expect(ask(text, 'self == "a"', 'b', 'b')).toEqual([])
    expect(ask(text, 'self == "a"', 'c', 'b')).toEqual(['field: no'])
  })
})

describe('a rule by a stranger', () => {
  const many = Array.from({ length: 2000 }, (_, at) => `item ${at}`)
  const costly: readonly (readonly [why: string, rule: string])[] = [
    ['loops in loops', 'self.all(a, self.all(b, self.all(c, a + b != c)))'],
    ['texts that double', `${doubling(40)} size(t40) > 0${')'.repeat(41)}`],
    ['patterns over long texts', 'self.exists(a, self.exists(b, (a + b).matches("(.*a){20}")))'],
  ]
  test.each(costly)('cannot go on for long: %s', (_, rule) => {
    const [error = ''] = ask(strings, rule, many)
    expect(error).toContain('no further validation rules will be run')
  })

  test('cannot make a pattern slow', () => {
    expect(ask(text, 'self.matches("^(a+)+$")', `${'a'.repeat(5000)}!`)).toEqual(['field: no'])
  })
})

/** The opening of bindings that each double the one before. */
function doubling(times: number): string {
  const next = Array.from({ length: times }, (_, at) => `cel.bind(t${at + 1}, t${at} + t${at},`)
  return `cel.bind(t0, self[0], ${next.join(' ')}`
}
