import { expect, test } from 'vitest'
import { compareContents } from './compare-contents.ts'

const object = (kind: string, name: string, spec: object, version = '1') => ({
  apiVersion: 'v1',
  kind,
  namespace: '',
  name,
  object: { kind, metadata: { name, labels: { 'helm.sh/chart': version } }, spec },
})

test('versions differ in objects, fields and images; their own labels do not count', () => {
  const before = {
    objects: [object('A', 'same', {}), object('A', 'other', { n: 1 }), object('A', 'old', {})],
    images: ['x:1', 'y:1'],
    grants: [],
  }
  const after = {
    objects: [object('A', 'same', {}, '2'), object('A', 'other', { n: 2 }), object('B', 'new', {})],
    images: ['x:2', 'y:1'],
    grants: [],
  }
  expect(compareContents(before, after)).toEqual({
    objects: [
      {
        kind: 'A',
        namespace: '',
        name: 'other',
        action: 'changed',
        changes: [{ is: 'changed', path: 'spec.n', before: 1, after: 2 }],
      },
      { kind: 'B', namespace: '', name: 'new', action: 'added', changes: [] },
      { kind: 'A', namespace: '', name: 'old', action: 'removed', changes: [] },
    ],
    unchanged: 1,
    imagesAdded: ['x:2'],
    imagesRemoved: ['x:1'],
  })
})
