import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { applyJsonPatch } from './json-patch.ts'
import { applyMergePatch, createMergePatch } from './merge-patch.ts'

const document = { a: { b: [1, 2, 3] }, 'x/y': 1 }

test.each<{ name: string; patch: Json; gives: Json }>([
  {
    name: 'a negative index counts from the end',
    patch: [{ op: 'replace', path: '/a/b/-1', value: 9 }],
    gives: { a: { b: [1, 2, 9] }, 'x/y': 1 },
  },
  {
    name: 'a dash appends',
    patch: [{ op: 'add', path: '/a/b/-', value: 4 }],
    gives: { a: { b: [1, 2, 3, 4] }, 'x/y': 1 },
  },
  {
    name: 'an index inserts',
    patch: [{ op: 'add', path: '/a/b/0', value: 0 }],
    gives: { a: { b: [0, 1, 2, 3] }, 'x/y': 1 },
  },
  {
    name: 'an escaped slash',
    patch: [{ op: 'remove', path: '/x~1y' }],
    gives: { a: { b: [1, 2, 3] } },
  },
  {
    name: 'the whole document',
    patch: [{ op: 'replace', path: '', value: { z: 1 } }],
    gives: { z: 1 },
  },
  {
    name: 'a copy of what is not there is null',
    patch: [{ op: 'copy', from: '/q', path: '/r' }],
    gives: { ...document, r: null },
  },
  {
    name: 'a field called __proto__',
    patch: [{ op: 'add', path: '/__proto__', value: 1 }],
    gives: JSON.parse('{"a":{"b":[1,2,3]},"x/y":1,"__proto__":1}') as Json,
  },
])('$name', ({ patch, gives }) => {
  expect(applyJsonPatch(document, patch)).toStrictEqual(gives)
})

test('a patch changes neither the document nor what it copies', () => {
  const before = { a: { b: [1] }, c: {} }
  const patched = applyJsonPatch(before, [
    { op: 'copy', from: '/a', path: '/c/a' },
    { op: 'add', path: '/a/b/-', value: 2 },
    { op: 'move', from: '/a', path: '/d' },
    { op: 'add', path: '/d/b/0', value: 0 },
  ])
  expect(patched).toStrictEqual({ c: { a: { b: [1] } }, d: { b: [0, 1, 2] } })
  expect(before).toStrictEqual({ a: { b: [1] }, c: {} })
})

const long = Array.from({ length: 100_000 }, () => 0)

test.each<{ name: string; document: Json; patch: Json; says: string }>([
  {
    name: 'copies that double',
    document: { a: { b: 'x'.repeat(1000) } },
    patch: Array.from({ length: 28 }, (_, at) => ({ op: 'copy', from: '/a', path: `/a/${at}` })),
    says: 'exceeding the limit 3145728',
  },
  {
    name: 'many copies',
    document: { a: 'x'.repeat(1000) },
    patch: Array.from({ length: 4000 }, (_, at) => ({ op: 'copy', from: '/a', path: `/${at}` })),
    says: 'exceeding the limit 3145728',
  },
  {
    name: 'operations that move a long list again and again',
    document: long,
    patch: Array.from({ length: 1000 }, () => ({ op: 'add', path: '/0', value: 1 })),
    says: 'may move and compare 50000000 items',
  },
  {
    name: 'operations that compare a large value again and again',
    document: { a: long },
    patch: Array.from({ length: 1000 }, () => ({ op: 'test', path: '/a', value: long })),
    says: 'may move and compare 50000000 items',
  },
])('$name are refused', ({ document, patch, says }) => {
  expect(() => applyJsonPatch(document, patch)).toThrow(says)
})

test.each<{ patch: Json; says: string }>([
  {
    patch: [{ op: 'add', path: '/q/r', value: 1 }],
    says: 'add operation does not apply: doc is missing path: "/q/r": missing value',
  },
  {
    patch: [{ op: 'add', path: '/a/b/7', value: 1 }],
    says: "error in add for path: '/a/b/7': Unable to access invalid index: 7: invalid index referenced",
  },
  {
    patch: [{ op: 'add', path: '/a/b/x', value: 1 }],
    says: `error in add for path: '/a/b/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  },
  { patch: [{ op: 'add', value: 1 }], says: 'add operation failed to decode path: missing value' },
  {
    patch: [{ op: 'remove', path: '/q' }],
    says: "error in remove for path: '/q': Unable to remove nonexistent key: q: missing value",
  },
  {
    patch: [{ op: 'remove', path: 'q' }],
    says: 'remove operation does not apply: doc is missing path: "q": missing value',
  },
  {
    patch: [{ op: 'replace', path: '/a/b/9', value: 1 }],
    says: 'replace operation does not apply: doc is missing key: /a/b/9: missing value',
  },
  { patch: [{ op: 'test', path: '/a', value: 1 }], says: 'testing value /a failed: test failed' },
  {
    patch: [{ op: 'move', path: '/a' }],
    says: 'move operation failed to decode from: operation, missing from field: missing value',
  },
  {
    patch: [{ op: 'move', from: '/q', path: '/a' }],
    says: "error in move for path: 'q': Unable to remove nonexistent key: q: missing value",
  },
  { patch: [{ op: 'guess', path: '/a' }], says: 'Unexpected kind: guess' },
  { patch: {}, says: 'a JSON patch is a list' },
])('$says', ({ patch, says }) => {
  expect(() => applyJsonPatch(document, patch)).toThrow(says)
})

test('a merge patch that was created turns one object into the other', () => {
  const from = { a: { b: 1, c: [1] }, d: 'x' }
  const to = { a: { c: [2], e: {} }, f: true }
  expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to)
})
