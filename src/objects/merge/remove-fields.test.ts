import { expect, test } from 'vitest'
import { builtInSchemas } from '../api/built-in-schemas.ts'
import { decodeFieldsV1 } from './fields-v1.ts'
import { leavesOf } from './field-set.ts'
import { extractFields, removeFields } from './remove-fields.ts'

const type = builtInSchemas().typeOf({ group: '', version: 'v1', kind: 'Pod' }) ?? {}
const pod = {
  metadata: { labels: { a: '1', b: '2' }, finalizers: ['x', 'y'] },
  spec: {
    containers: [
      { name: 'web', image: 'web:1', args: ['1'] },
      { name: 'side', image: 's:1' },
    ],
  },
}
const fields = decodeFieldsV1({
  'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:finalizers': { 'v:"y"': {} } },
  'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:args': {} } } },
})

test('what a manager owns is cut out with the keys that name it', () => {
  expect(extractFields(pod, leavesOf(fields), type)).toEqual({
    metadata: { labels: { a: '1' }, finalizers: ['y'] },
    spec: { containers: [{ name: 'web', image: 'web:1', args: ['1'] }] },
  })
})

test('what is removed leaves the rest as it was', () => {
  expect(removeFields(pod, fields, type)).toEqual({
    metadata: { labels: { b: '2' }, finalizers: ['x'] },
    spec: { containers: [{ name: 'side', image: 's:1' }] },
  })
})
