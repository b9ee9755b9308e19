import { a } from '../kinds.ts'
import type { Json, KubeRow } from '../row.ts'

// JSON patch (RFC 6902) and merge patch (RFC 7396) as the server applies them.

const map = a('configMap')
const widget = a('widget')
const start = { data: { x: '1', y: '2' }, metadata: { labels: { 'a/b': '1' } } }
const list = { spec: { atomicList: ['a', 'b', 'c'], free: { n: null, deep: { list: [{ k: 1 }, { k: 2 }] } } } }

const jsonPatches: readonly (readonly [name: string, patch: Json])[] = [
  ['add puts a value in', [{ op: 'add', path: '/data/z', value: '3' }]],
  ['add replaces what is there', [{ op: 'add', path: '/data/x', value: '9' }]],
  ['add below what is not there is refused', [{ op: 'add', path: '/binaryData/z', value: '' }]],
  ['replace changes a value', [{ op: 'replace', path: '/data/x', value: '9' }]],
  ['replace of what is not there puts it in', [{ op: 'replace', path: '/data/z', value: '9' }]],
  ['remove takes a value away', [{ op: 'remove', path: '/data/x' }]],
  ['remove of what is not there is refused', [{ op: 'remove', path: '/data/z' }]],
  ['move takes a value elsewhere', [{ op: 'move', from: '/data/x', path: '/data/z' }]],
  ['move of what is not there is refused', [{ op: 'move', from: '/data/q', path: '/data/z' }]],
  ['copy doubles a value', [{ op: 'copy', from: '/data/x', path: '/data/z' }]],
  ['test that holds lets the rest through', [{ op: 'test', path: '/data/x', value: '1' }, { op: 'remove', path: '/data/x' }]],
  ['test that fails stops everything', [{ op: 'remove', path: '/data/y' }, { op: 'test', path: '/data/x', value: '2' }]],
  ['test of what is not there fails', [{ op: 'test', path: '/data/z', value: '2' }]],
  ['test against null holds for what is not there', [{ op: 'test', path: '/data/z', value: null }]],
  ['a slash in a key is escaped', [{ op: 'replace', path: '/metadata/labels/a~1b', value: '8' }]],
  ['operations come one after the other', [{ op: 'add', path: '/data/z', value: '3' }, { op: 'move', from: '/data/z', path: '/data/w' }]],
  ['an empty patch changes nothing', []],
  ['an unknown operation is refused', [{ op: 'merge', path: '/data/x', value: '1' }]],
  ['an operation without a path is refused', [{ op: 'add', value: '1' }]],
  ['a patch that is an object is refused', { op: 'add', path: '/data/z', value: '3' }],
  ['the name cannot be changed', [{ op: 'replace', path: '/metadata/name', value: 'two' }]],
  ['the result must be valid', [{ op: 'add', path: '/data/z', value: 3 }]],
]

const listPatches: readonly (readonly [name: string, patch: Json])[] = [
  ['add at an index moves the rest', [{ op: 'add', path: '/spec/atomicList/1', value: 'z' }]],
  ['add at the dash is at the end', [{ op: 'add', path: '/spec/atomicList/-', value: 'z' }]],
  ['add past the end is refused', [{ op: 'add', path: '/spec/atomicList/5', value: 'z' }]],
  ['remove at an index closes the gap', [{ op: 'remove', path: '/spec/atomicList/0' }]],
  ['remove at the index -1 takes the last', [{ op: 'remove', path: '/spec/atomicList/-1' }]],
  ['replace deep inside lists', [{ op: 'replace', path: '/spec/free/deep/list/1/k', value: 9 }]],
  ['replace of the whole spec', [{ op: 'replace', path: '/spec', value: { text: 't' } }]],
  ['test compares whole values', [{ op: 'test', path: '/spec/free/deep', value: { list: [{ k: 1 }, { k: 2 }] } }, { op: 'add', path: '/spec/text', value: 'same' }]],
  ['a tilde in a key is escaped', [{ op: 'add', path: '/spec/free/a~0b', value: 1 }]],
  ['remove of the whole spec', [{ op: 'remove', path: '/spec' }]],
]

const mergePatches: readonly (readonly [name: string, patch: Json])[] = [
  ['a merge adds and changes', { data: { x: '9', z: '3' } }],
  ['null takes a key away', { data: { x: null } }],
  ['null of what is not there is nothing', { data: { z: null } }],
  ['null takes a whole map away', { data: null }],
  ['a merge of nothing changes nothing', {}],
  ['a merge of a wrong type is refused', { data: 'x' }],
  ['a merge that is a list is refused', [{ data: { x: '1' } }]],
  ['an unknown field is dropped from a known kind', { dta: { x: '1' } }],
  ['the kind cannot be merged away', { kind: 'Secret' }],
  ['an old version in the patch conflicts', { metadata: { resourceVersion: '1' }, data: { x: '3' } }],
]

const listMerges: readonly (readonly [name: string, patch: Json])[] = [
  ['a merge replaces a list', { spec: { atomicList: ['z'] } }],
  ['a merge replaces even a map list', { spec: { map: [{ name: 'new' }] } }],
  ['a merge goes into objects that the schema does not know', { spec: { free: { deep: { more: true } } } }],
  ['a merge drops unknown fields of a custom kind', { spec: { unknown: 1 } }],
]

const played = (resource: typeof map, before: Parameters<typeof map.create>[0], type: 'json' | 'merge') =>
  ([name, patch]: readonly [string, Json]): KubeRow => ({
    name: `${type}: ${name}`,
    steps: [resource.create(before, { fieldManager: 'u' }), resource.patch(type, patch, { fieldManager: 'p' })],
  })

export const rows: readonly KubeRow[] = [
  ...jsonPatches.map(played(map, start, 'json')),
  ...listPatches.map(played(widget, list, 'json')),
  ...mergePatches.map(played(map, start, 'merge')),
  ...listMerges.map(played(widget, list, 'merge')),
]
