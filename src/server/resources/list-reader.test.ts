import { expect, test } from 'vitest'
import { pluginKind } from '../../kinds/plugin.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import { itemRanges } from './item-ranges.ts'
import { ListReader } from './list-reader.ts'

const resource = resourceOf(pluginKind)

function item(name: string, spec: JsonObject = {}): JsonObject {
  const managedFields = [{ manager: 'kubectl', fieldsV1: { 'k:{"a":"}]"}': {} } }]
  return {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Plugin',
    metadata: { namespace: 'team', name, managedFields },
    spec,
  }
}

const listOf = (...items: readonly Json[]) =>
  Buffer.from(
    printJson({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '7' }, items }),
  )

const namesAnd = (reader: ListReader, bytes: Uint8Array) =>
  reader.read(resource, '', bytes).map((one) => [one.metadata['name'], one['spec']])

test.each<{ name: string; lists: readonly (readonly JsonObject[])[] }>([
  { name: 'the same again', lists: [[item('a'), item('b')]] },
  { name: 'one that changed', lists: [[item('a'), item('b', { version: '2' }), item('c')]] },
  { name: 'one that grew', lists: [[item('a', { values: { x: 'y'.repeat(500) } }), item('b')]] },
  { name: 'the first gone', lists: [[item('b'), item('c')]] },
  { name: 'the last gone', lists: [[item('a'), item('b')]] },
  { name: 'all gone', lists: [[]] },
  { name: 'new ones between', lists: [[item('0'), item('a'), item('aa'), item('b'), item('c')]] },
  { name: 'another order', lists: [[item('c'), item('b'), item('a')]] },
  {
    name: 'several changes one after the other',
    lists: [[item('b', { a: 1 })], [item('a'), item('b', { a: 1 })], [], [item('c')]],
  },
  { name: 'texts with brackets and quotes', lists: [[item('a', { text: '"}],{[\\' }), item('b')]] },
  {
    name: 'integers that no number can hold',
    lists: [[item('a', { big: 9_007_199_254_740_993n })]],
  },
])('a list after another one is read as if it were the first: $name', ({ lists }) => {
  const reader = new ListReader()
  namesAnd(reader, listOf(item('a'), item('b'), item('c')))
  for (const list of lists) {
    const bytes = listOf(...list)
    expect(namesAnd(reader, bytes)).toEqual(namesAnd(new ListReader(), bytes))
    expect(namesAnd(reader, bytes)).toEqual(
      list.map((one) => [(one['metadata'] as JsonObject)['name'], one['spec']]),
    )
  }
})

test('an item that is the same is not read again, and one that changed is', () => {
  const reader = new ListReader()
  const before = reader.read(resource, '', listOf(item('a'), item('b'), item('c')))
  const after = reader.read(resource, '', listOf(item('a'), item('b', { version: '2' }), item('c')))
  expect(after.map((one, at) => one === before[at])).toEqual([true, false, true])
})

test('field managers are left out, and a page is written as JSON', () => {
  const reader = new ListReader()
  const items = reader.read(
    resource,
    '',
    listOf(item('a', { big: 9_007_199_254_740_993n }), item('b')),
  )
  const text = Buffer.from(reader.write(items, { total: 2 })).toString()
  expect(text).toContain('9007199254740993')
  expect(text).not.toContain('managedFields')
  expect(JSON.parse(text)).toMatchObject({ items: [{ metadata: { name: 'a' } }, {}], total: 2 })
  expect(JSON.parse(Buffer.from(reader.write([], { total: 0 })).toString())).toEqual({
    items: [],
    total: 0,
  })
})

test.each<{ name: string; text: string; found: readonly string[] }>([
  { name: 'nothing, as Go writes it', text: '{"items":null}', found: [] },
  { name: 'no items', text: '{"items":[]}', found: [] },
  {
    name: 'items behind others',
    text: '{"a":{"items":[{}]},"b":[1,"]"],"items":[{"c":1}]}',
    found: ['{"c":1}'],
  },
  {
    name: 'lines and spaces',
    text: '{\n "items" : [ {"a": "}"} ,\n {} ]\n}',
    found: ['{"a": "}"}', '{}'],
  },
  { name: 'numbers before', text: '{"a":-1.5e3,"t":true,"n":null,"items":[{}]}', found: ['{}'] },
])('the items of a list are found: $name', ({ text, found }) => {
  const bytes = Buffer.from(text)
  const ranges = [...itemRanges(bytes, () => 0)]
  expect(ranges.map(([begin, end]) => bytes.subarray(begin, end).toString())).toEqual(found)
})

test.each(['', '{', '[]', '{}', '{"items":[{', '{"items":[1]}', '{"items', '{"a":"\\'])(
  'what is no list is refused: %s',
  (text) => {
    expect(() => [...itemRanges(Buffer.from(text), () => 0)]).toThrow(/list has no items|not JSON/)
  },
)
