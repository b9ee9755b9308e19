import { expect, test } from 'vitest'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { mergeTables } from './merge.ts'

test.each([
  {
    name: 'tables are merged',
    under: '{a: {x: 1, y: {z: 1}}}',
    over: '{a: {y: {w: 2}}}',
    merged: '{a: {x: 1, y: {z: 1, w: 2}}}',
  },
  { name: 'lists are replaced', under: '{a: [1, 2]}', over: '{a: [3]}', merged: '{a: [3]}' },
  { name: 'a null is kept', under: '{a: {x: 1}}', over: '{a: null}', merged: '{a: null}' },
  {
    name: 'a table replaces a scalar',
    under: '{a: 1}',
    over: '{a: {x: 1}}',
    merged: '{a: {x: 1}}',
  },
  { name: 'a scalar replaces a table', under: '{a: {x: 1}}', over: '{a: 1}', merged: '{a: 1}' },
])('$name', ({ under, over, merged }) => {
  const before = readYamlMap(under)
  expect(mergeTables(before, readYamlMap(over))).toEqual(readYamlMap(merged))
  expect(before).toEqual(readYamlMap(under))
})
