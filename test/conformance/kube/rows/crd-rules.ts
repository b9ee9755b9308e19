import { cluster, custom } from '../kinds.ts'
import { prepare, until } from '../resource.ts'
import type { Json, JsonObject, KubeRow } from '../row.ts'

// Rules in CEL: what the server thinks they may cost, and what the functions of its libraries give.

const definitions = cluster('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions').named('things.{id}.example.com')
const thing = custom('v1', 'Thing', 'things')
const text: JsonObject = { type: 'string' }
const number: JsonObject = { type: 'integer' }

const definition = (spec: JsonObject): JsonObject => ({
  spec: {
    group: '{id}.example.com', scope: 'Namespaced', names: { kind: 'Thing', plural: 'things' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
  },
})
const ruled = (schema: JsonObject, ...rules: readonly string[]): JsonObject => ({ ...schema, 'x-kubernetes-validations': rules.map((rule) => ({ rule })) })
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'array', items, ...more })
const map = (values: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', additionalProperties: values, ...more })
const fields = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

/** Each is refused, and tells by how much it is too expensive. */
const expensive: readonly (readonly [name: string, schema: JsonObject])[] = [
  ['numbers in a list without an end', list(ruled(number, 'self > 0 && self < 10 && self != 5 && self != 6'))],
  ['texts compared in a list', list(ruled(text, "self == 'abcdefghijklmnop' || self == 'b'", "self.size() > 3 && self.size() < 9"))],
  ['a loop over texts', ruled(list(text), "self.all(x, x == 'a' || x == 'b')")],
  ['a loop that exists', ruled(list(text), "self.exists(x, x == 'a')", "self.exists_one(x, x == 'a')")],
  ['a loop that maps', ruled(list(fields({ a: text })), "self.map(x, x.a).size() > 1", "self.filter(x, has(x.a)).size() > 1")],
  ['a loop over keys', ruled(map(text), "self.all(k, k.size() > 3)", "self.all(k, self[k] == 'a')")],
  ['a pattern', ruled(text, "self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z]([-a-z0-9]*[a-z0-9])?)*$') && self.matches('^[0-9a-zA-Z_.-]{3,200}$') && self.matches('^(abc|def|ghi|jkl|mno|pqr|stu|vwx|yz)+$')")],
  ['parts of a text', ruled(text, "self.split(',').all(x, x.trim() == x && x.lowerAscii() == x)")],
  ['a text that is contained', ruled(fields({ a: text, b: text }), 'self.a.contains(self.b)')],
  ['a text that is begun with', list(ruled(fields({ a: text, b: text }), 'self.a.startsWith(self.b)'), { maxItems: 100 })],
  ['texts that are joined', list(ruled(list(text, { maxItems: 1000 }), "self.join(',').size() > 3"), { maxItems: 100 })],
  ['texts added', list(ruled(fields({ a: text, b: text }), 'self.a + self.b == self.b'), { maxItems: 20 })],
  ['a value in a list', list(ruled(list(number, { maxItems: 1000 }), '3 in self'), { maxItems: 20_000 })],
  ['lists in lists', ruled(list(list({ ...text, maxLength: 10 }, { maxItems: 50 }), { maxItems: 100 }), "self.all(x, self.all(y, x.all(z, z in y)))")],
  ['a value that may be missing', list(ruled(fields({ a: text }), "self.?a.orValue('') == 'x'"))],
  ['numbers that are summed', list(ruled(list(number), 'self.sum() > 3 && self.isSorted()'), { maxItems: 10 })],
  ['texts that are sorted', ruled(list(text), 'self.isSorted()')],
  ['quantities', list(ruled({ ...text, maxLength: 20 }, "quantity(self).isGreaterThan(quantity('1')) && isQuantity(self)"))],
  ['addresses', list(ruled(text, "isIP(self) && ip(self).family() == 4"), { maxItems: 100 })],
  ['sets', ruled(list(text, { maxItems: 5000 }), "sets.contains(self, self)", "sets.equivalent(self, self)")],
  ['a number or a text', list(ruled({ 'x-kubernetes-int-or-string': true }, "type(self) == int ? self < 5 : self == '5%'"), { maxItems: 100 })],
  ['keys and values', ruled(map(text), "self.all(k, v, k == v)")],
  ['entries made anew', ruled(map(text), "self.transformMap(k, v, v == 'a').size() > 1")],
  ['a choice', list(ruled(fields({ a: text, n: number }), "has(self.a) ? self.a.matches('^a+$') : self.n == 3"), { maxItems: 100 })],
  ['a replacement', list(ruled(text, "self.replace('a', 'bcd').size() > 3"), { maxItems: 30 })],
  ['what is enumerated', list(ruled({ ...text, enum: ['alpha', 'beta'] }, "self == 'alpha' || self in ['beta', 'gamma', 'delta', 'epsilon']"))],
]

const asked = (schema: JsonObject, value: Json, ...rules: readonly string[]) => ({ schema, value, rules })

/** Which of the rules do not hold is told in the answer. */
const evaluated: readonly (readonly [name: string, ReturnType<typeof asked>])[] = [
  ['versions', asked(fields({ a: text }), { a: '1.9.3' },
    'semver(self.a).major() == 2', 'semver(self.a).minor() == 9', 'semver(self.a).patch() == 4', "semver(self.a).isLessThan(semver('1.10.0'))", "semver(self.a).isGreaterThan(semver('1.10.0-alpha'))",
    "semver('1.0.0-alpha').compareTo(semver('1.0.0')) == 0", "isSemver('v1')", "isSemver('v1', true)", "semver('v1.02', true) == semver('1.2.1')", "isSemver('01.2.3')", "isSemver('1.2.3+build')", "semver('1.2.3+a') == semver('1.2.3+b')", "semver('1-x', true).major() == 1", "semver('no').major() == 1")],
  ['keys and values', asked(fields({ a: list(text, { maxItems: 5 }), m: map(number, { maxProperties: 5 }) }), { a: ['x', 'y'], m: { k: 1, l: 2 } },
    'self.a.all(i, v, i < 1)', "self.a.exists(i, v, i == 1 && v == 'y')", "self.a.existsOne(i, v, v == 'z')", "self.a.transformList(i, v, v + 'q') == ['xq', 'yr']", "self.a.transformList(i, v, i > 0, v) == ['y']",
    "self.m.all(k, v, v > 1)", "self.m.transformMap(k, v, v + 1) == {'k': 2, 'l': 3}", "self.m.transformMap(k, v, v > 1, v) == {'l': 3}", "self.m.transformMapEntry(k, v, v > 1, {k: v}) == {'l': 2}", "self.m.exists(k, v, k == 'l' && v == 3)")],
  ['lists that are sets', asked(fields({ s: list(text, { 'x-kubernetes-list-type': 'set', maxItems: 5 }), l: list(text, { maxItems: 5 }) }), { s: ['a', 'b'], l: ['a', 'b'] },
    "self.s == ['b', 'a']", "self.l == ['b', 'a']", "self.s != ['b', 'a']", "self.s + ['b', 'c'] == ['c', 'b', 'a']", "(self.s + ['b']).size() == 3", "(self.l + ['b']).size() == 3", "['b', 'a'] == self.s")],
  ['nothing', asked(fields({ a: fields({ b: text }) }), { a: { b: 'x' } },
    'self.a != null', 'self.a == null')],
]

const served = { ...until(thing.list(), { status: 200 }), prepares: true as const }

const entries = list(fields({ k: text, v: number }, { required: ['k'] }), { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], maxItems: 5 })
const compared = ruled(fields({ m: entries }), 'self.m == oldSelf.m', 'self.m != oldSelf.m', '(self.m + oldSelf.m).size() == 2', 'self.m + oldSelf.m == oldSelf.m')

export const rows: readonly KubeRow[] = [
  ...expensive.map(([name, spec]) => ({ name: `cost: ${name}`, steps: [definitions.create(definition(spec), { dryRun: 'All' })] })),
  ...evaluated.map(([name, { schema, value, rules }]) => ({
    name: `rules: ${name}`,
    steps: [...prepare(definitions.create(definition(ruled(schema, ...rules)))), served, thing.create({ spec: value })],
  })),
  {
    name: 'rules: lists that are maps',
    steps: [
      ...prepare(definitions.create(definition(compared))), served, ...prepare(thing.create({ spec: { m: [{ k: 'a', v: 1 }, { k: 'b', v: 2 }] } })),
      thing.patch('merge', { spec: { m: [{ k: 'b', v: 2 }, { k: 'a', v: 1 }] } }), thing.patch('merge', { spec: { m: [{ k: 'b', v: 3 }, { k: 'a', v: 1 }] } }),
    ],
  },
]
