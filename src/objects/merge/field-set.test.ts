import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts'
import {
  differenceOf,
  intersectionOf,
  leavesOf,
  pathsOf,
  unionOf,
  withoutBelow,
} from './field-set.ts'
import { printPath } from './path-element.ts'

const fields: JsonObject = {
  'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
  'f:spec': {
    'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
    'f:flags': { 'v:"a"': {}, 'v:1': {} },
    'f:replicas': {},
  },
}

test('managed fields are written as they were read', () => {
  expect(encodeFieldsV1(decodeFieldsV1(fields))).toEqual(fields)
})

test('keys are told apart by content, not by how they are written', () => {
  const written = decodeFieldsV1({ 'k:{ "b": 1, "a": 2 }': {}, 'k:{"a":2,"b":1}': { 'f:x': {} } })
  expect(encodeFieldsV1(written)).toEqual({ 'k:{"a":2,"b":1}': { '.': {}, 'f:x': {} } })
})

test('steps of a kind that is not known are passed over', () => {
  expect(encodeFieldsV1(decodeFieldsV1({ 'z:new': {}, 'f:a': {} }))).toEqual({ 'f:a': {} })
})

test.each([
  { text: 'f', says: 'key must be 2 characters long' },
  { text: 'fspec', says: 'missing colon: fspec' },
  { text: 'k:[1]', says: 'not an object: k:[1]' },
])('a malformed step is refused: $text', ({ text, says }) => {
  expect(() => decodeFieldsV1({ [text]: {} })).toThrow(says)
})

test('paths are printed as conflicts show them, parents first', () => {
  const paths = [...pathsOf(decodeFieldsV1(fields))].map(printPath)
  expect(paths).toEqual([
    '.metadata.labels',
    '.metadata.labels.app',
    '.spec.replicas',
    '.spec.containers[name="web"]',
    '.spec.containers[name="web"].image',
    '.spec.containers[name="web"].name',
    '.spec.flags[=1]',
    '.spec.flags[="a"]',
  ])
})

test.each([
  { name: 'union', make: unionOf, gives: { 'f:a': { '.': {}, 'f:b': {}, 'f:c': {} }, 'f:d': {} } },
  { name: 'intersection', make: intersectionOf, gives: { 'f:a': { 'f:b': {} } } },
  { name: 'difference', make: differenceOf, gives: { 'f:d': {} } },
  { name: 'difference with all below', make: withoutBelow, gives: { 'f:d': {} } },
])('$name of two sets', ({ make, gives }) => {
  const a = decodeFieldsV1({ 'f:a': { 'f:b': {} }, 'f:d': {} })
  const b = decodeFieldsV1({ 'f:a': { '.': {}, 'f:b': {}, 'f:c': {} } })
  expect(encodeFieldsV1(make(a, b))).toEqual(gives)
})

test('a parent in the second set takes its children only when asked to', () => {
  const a = decodeFieldsV1({ 'f:a': { 'f:b': {} } })
  const b = decodeFieldsV1({ 'f:a': {} })
  expect(encodeFieldsV1(differenceOf(a, b))).toEqual({ 'f:a': { 'f:b': {} } })
  expect(encodeFieldsV1(withoutBelow(a, b))).toEqual({})
})

test('leaves are the members with nothing below', () => {
  expect(encodeFieldsV1(leavesOf(decodeFieldsV1({ 'f:a': { '.': {}, 'f:b': {} } })))).toEqual({
    'f:a': { 'f:b': {} },
  })
})
