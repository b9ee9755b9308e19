import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { isSettled } from './is-settled.ts'

const base = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } }

interface Row {
  readonly name: string
  readonly wanted: JsonObject
  readonly live: JsonObject
  readonly owned: JsonObject
  readonly settled: boolean
}

function liveOf(spec: JsonObject, fieldsV1: Json, more: readonly JsonObject[] = []): KubeObject {
  const entry = { manager: 'helm', operation: 'Apply', apiVersion: 'v1', fieldsV1 }
  return { ...base, metadata: { name: 'a', managedFields: [entry, ...more] }, spec }
}

const ports = {
  'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } },
}
const names = {
  'f:l': {
    'k:{"name":"x"}': { '.': {}, 'f:name': {} },
    'k:{"name":"y"}': { '.': {}, 'f:name': {} },
  },
}

test.each<Row>([
  { name: 'the same field', wanted: { a: 1 }, live: { a: 1 }, owned: { 'f:a': {} }, settled: true },
  {
    name: 'a field of somebody else beside it',
    wanted: { a: 1 },
    live: { a: 1, b: 2 },
    owned: { 'f:a': {} },
    settled: true,
  },
  { name: 'another value', wanted: { a: 2 }, live: { a: 1 }, owned: { 'f:a': {} }, settled: false },
  {
    name: 'a field that goes',
    wanted: { a: 1 },
    live: { a: 1, b: 2 },
    owned: { 'f:a': {}, 'f:b': {} },
    settled: false,
  },
  {
    name: 'a field that comes',
    wanted: { a: 1, b: 2 },
    live: { a: 1, b: 2 },
    owned: { 'f:a': {} },
    settled: false,
  },
  {
    name: 'a map in one piece that has more',
    wanted: { m: { x: 1 } },
    live: { m: { x: 1, y: 2 } },
    owned: { 'f:m': {} },
    settled: false,
  },
  {
    name: 'a map of fields that has more',
    wanted: { m: { x: 1 } },
    live: { m: { x: 1, y: 2 } },
    owned: { 'f:m': { 'f:x': {} } },
    settled: true,
  },
  {
    name: 'something empty that is not written but owned',
    wanted: { l: [], m: {}, n: null },
    live: {},
    owned: { 'f:l': {}, 'f:m': {}, 'f:n': {} },
    settled: true,
  },
  {
    name: 'something empty that is neither written nor owned',
    wanted: { a: 1, l: [], m: {}, n: null },
    live: { a: 1 },
    owned: { 'f:a': {} },
    settled: true,
  },
  {
    name: 'something empty where somebody else has a value',
    wanted: { a: 1, l: [] },
    live: { a: 1, l: [1] },
    owned: { 'f:a': {} },
    settled: false,
  },
  {
    name: 'an item whose key is partly a default',
    wanted: { ports: [{ port: 80, name: 'web' }] },
    live: { ports: [{ port: 80, name: 'web', protocol: 'TCP', nodePort: 30_000 }] },
    owned: ports,
    settled: true,
  },
  {
    name: 'an item that changes',
    wanted: { ports: [{ port: 80, name: 'http' }] },
    live: { ports: [{ port: 80, name: 'web', protocol: 'TCP' }] },
    owned: ports,
    settled: false,
  },
  {
    name: 'an item that goes',
    wanted: { ports: [] },
    live: { ports: [{ port: 80, name: 'web', protocol: 'TCP' }] },
    owned: ports,
    settled: false,
  },
  {
    name: 'an item of somebody else beside it',
    wanted: { l: [{ name: 'x' }, { name: 'y' }] },
    live: { l: [{ name: 'x' }, { name: 'z' }, { name: 'y' }] },
    owned: names,
    settled: true,
  },
  {
    name: 'items in another order',
    wanted: { l: [{ name: 'y' }, { name: 'x' }] },
    live: { l: [{ name: 'x' }, { name: 'y' }] },
    owned: names,
    settled: false,
  },
  {
    name: 'an item of a set',
    wanted: { s: ['a'] },
    live: { s: ['b', 'a'] },
    owned: { 'f:s': { 'v:"a"': {} } },
    settled: true,
  },
  {
    name: 'a list in one piece',
    wanted: { l: ['a'] },
    live: { l: ['a', 'b'] },
    owned: { 'f:l': {} },
    settled: false,
  },
])('$name: $settled', ({ wanted, live, owned, settled }) => {
  const object = { ...base, spec: wanted }
  expect(isSettled(liveOf(live, { 'f:spec': owned }), object)).toBe(settled)
})

test('what Helm also wrote from the client side is handed over first', () => {
  const update = { manager: 'helm', operation: 'Update', apiVersion: 'v1', fieldsV1: {} }
  const fields = { 'f:spec': { 'f:a': {} } }
  expect(isSettled(liveOf({ a: 1 }, fields), { ...base, spec: { a: 1 } })).toBe(true)
  expect(isSettled(liveOf({ a: 1 }, fields, [update]), { ...base, spec: { a: 1 } })).toBe(false)
})

test('an object that nobody applied, or in another version, is not settled', () => {
  const object = { ...base, spec: { a: 1 } }
  expect(isSettled({ ...base, spec: { a: 1 } }, object)).toBe(false)
  const other = { ...object, apiVersion: 'v2' }
  expect(isSettled(liveOf({ a: 1 }, { 'f:spec': { 'f:a': {} } }), other)).toBe(false)
})
