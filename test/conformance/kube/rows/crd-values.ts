import { a } from '../kinds.ts'
import { prepare } from '../resource.ts'
import type { JsonObject, KubeRow } from '../row.ts'

// The effect of a custom kind's schema on values: validation and its messages, defaults, pruning.
// See gizmo.ts for the rules of each field.

const gizmo = a('gizmo')
const old = a('oldGizmo')
const spec = (content: JsonObject) => ({ spec: { size: 1, ...content } })

const created: readonly (readonly [name: string, spec: JsonObject])[] = [
  ['a minimum', { size: 0 }],
  ['a maximum', { size: 11 }],
  ['an exclusive minimum', { above: 1 }],
  ['an exclusive maximum', { below: 10 }],
  ['a multiple', { step: 7 }],
  ['an integer is no fraction', { size: 1.5 }],
  ['an integer is no text', { size: '1' }],
  ['a 32 bit integer that is too large', { int32: 2147483648 }],
  ['a fraction that is whole is a number', { below: 3 }],
  ['a minimal length', { name: 'x' }],
  ['a maximal length counts characters', { name: 'äöüßé' }],
  ['a maximal length', { name: 'longer' }],
  ['a pattern', { code: 'ABC-1' }],
  ['an enum of texts', { colour: 'blue' }],
  ['an enum of numbers', { level: 3 }],
  ['a date and time', { when: 'yesterday' }],
  ['a date', { day: '2026-13-01' }],
  ['a mail address', { mail: 'nobody' }],
  ['bytes', { bytes: '***' }],
  ['an address', { address: '300.1.1.1' }],
  ['an identifier', { id: 'not-a-uuid' }],
  ['a duration', { wait: 'soon' }],
  ['a format that nobody knows', { odd: 'anything' }],
  ['a flag is no text', { flag: 'true' }],
  ['a list with too few items', { list: [] }],
  ['a list with too many items', { list: ['a', 'b', 'c'] }],
  ['an item of a wrong type', { list: ['a', 1] }],
  ['a set with the same twice', { set: ['a', 'b', 'a'] }],
  ['a map list with a key twice', { map: [{ key: 'a' }, { key: 'a', value: '1' }] }],
  ['a map list without a key', { map: [{ value: '1' }] }],
  ['too few properties', { few: {} }],
  ['too many properties', { few: { a: 1, b: 2, c: 3 } }],
  ['a property of a wrong type', { few: { a: 'x' } }],
  ['a port may be a number', { port: 80 }],
  ['a port may be a text', { port: 'http' }],
  ['a port is nothing else', { port: 1.5 }],
  ['null for what is nullable', { nullable: null }],
  ['null for what is not nullable', { colour: null }],
  ['null where there is a default', { defaults: { text: null, nullable: null } }],
  ['unknown fields are pruned', { unknown: 1, defaults: { unknown: 2 } }],
  ['anything is anything', { anything: [1, { a: null }] }],
  ['unknown fields are kept where the schema says so', { open: { other: { x: 1 }, known: { a: 'a', b: 'pruned' } } }],
  ['an embedded object needs its kind', { embedded: { metadata: { name: 'x' } } }],
  ['an embedded object has its metadata pruned and its name left alone', { embedded: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Bad Name', unknown: 1, labels: { ok: 'yes' } }, data: { a: 'b' } } }],
  ['defaults fill what is not there', {}],
  ['defaults fill inside an object that is there', { defaults: { text: 'mine', inner: {}, items: [{ name: 'a' }, { on: false }] } }],
  ['one of two', { either: {} }],
  ['only one of two', { either: { a: '1', b: '2' } }],
  ['not both', { notBoth: { a: '1', b: '2' } }],
  ['at least one', { some: {} }],
  ['a rule with a message', { range: { min: 2, max: 1 } }],
  ['a rule about a field that is missing', { range: { min: 2 } }],
  ['a rule with a message of its own making', { told: { word: 'bad' } }],
  ['a rule over a list', { unique: [{ n: 1 }, { n: 2 }, { n: 1 }] }],
  ['a rule without a message, on values of a map', { labels: { a: 'ok', b: '-bad' } }],
  ['a rule about change says nothing at the creation', { fixed: 'x', grows: 5 }],
]

const changed: readonly (readonly [name: string, before: JsonObject, patch: JsonObject])[] = [
  ['a rule about change', { fixed: 'x' }, { fixed: 'y' }],
  ['a rule about change when the field goes', { fixed: 'x' }, { fixed: null }],
  ['a number that may only grow', { grows: 5 }, { grows: 4 }],
  ['a number that grows', { grows: 5 }, { grows: 6 }],
]

const whole: readonly (readonly [name: string, object: JsonObject])[] = [
  ['what is required', { spec: {} }],
  ['a spec that is missing', {}],
  ['a spec that is a list', { spec: [] }],
  ['a field beside spec', { ...spec({}), extra: true }],
  ['labels are checked as everywhere', { ...spec({}), metadata: { labels: { bad: 'not a label' } } }],
  ['metadata that is unknown is dropped', { ...spec({}), metadata: { unknown: 'x' } }],
  ['metadata of a wrong type', { ...spec({}), metadata: { labels: 'x' } }],
  ['status is dropped at the creation', { ...spec({}), status: { phase: 'Up' } }],
]

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const strict = { fieldValidation: 'Strict' }

export const rows: readonly KubeRow[] = [
  ...created.map(([name, content]) => ({ name: `value: ${name}`, steps: [gizmo.create(spec(content))] })),
  ...changed.map(([name, before, patch]) => ({ name: `change: ${name}`, steps: [...prepare(gizmo.create(spec(before))), gizmo.patch('merge', { spec: patch })] })),
  ...whole.map(([name, object]) => ({ name: `object: ${name}`, steps: [gizmo.create(object)] })),
  { name: 'object: unknown fields are refused where validation is strict', steps: [gizmo.create({ ...spec({ unknown: 1 }), extra: true }, strict)] },
  { name: 'object: status is written by its subresource alone', steps: [...prepare(gizmo.create(spec({}))), gizmo.sub('status').patch('merge', { spec: { size: 5 }, status: { phase: 'Up' } }), gizmo.patch('merge', { status: { phase: 'Down' } })] },
  { name: 'object: a status is validated', steps: [...prepare(gizmo.create(spec({}))), gizmo.sub('status').patch('merge', { status: { ready: 'all' } })] },
  { name: 'object: the generation counts changes of the spec', steps: [gizmo.create(spec({})), gizmo.patch('merge', { spec: { size: 2 } }), gizmo.patch('merge', { metadata: { labels: { l: '1' } } }), gizmo.sub('status').patch('merge', { status: { phase: 'Up' } })] },
  { name: 'object: the scale is read from its paths', steps: [...prepare(gizmo.create(spec({ size: 3, name: 'a=b' }))), gizmo.sub('scale').get()] },
  { name: 'object: the scale is written to its path', steps: [...prepare(gizmo.create(spec({ size: 3 }))), gizmo.sub('scale').patch('merge', { spec: { replicas: 4 } }), gizmo.get()] },
  { name: 'object: a scale that breaks the schema', steps: [...prepare(gizmo.create(spec({}))), gizmo.sub('scale').patch('merge', { spec: { replicas: 40 } })] },
  { name: 'object: the other version is the same object', steps: [...prepare(gizmo.create(spec({}))), old.get(), old.list()] },
  { name: 'object: a deprecated version warns', steps: [old.create(spec({}))] },
  { name: 'object: an apply in one version and in the other', steps: [gizmo.apply('a', spec({ colour: 'red' })), old.apply('b', { spec: { size: 1, level: 1 } }), old.apply('a', spec({}))] },
  { name: 'object: columns of a table', steps: [...prepare(gizmo.create(spec({ colour: 'red' }))), gizmo.get({ includeObject: 'None' }, { accept: table })] },
  { name: 'object: a number that no double holds', steps: [{ ...gizmo.create(), body: { text: '{"apiVersion":"fixtures.example.com/v1","kind":"Gizmo","metadata":{"name":"one"},"spec":{"size":1,"int64":9007199254740993}}' } }, gizmo.patch('json', [{ op: 'test', path: '/spec/int64', value: 1 }])] },
  { name: 'object: a body of another group', steps: [{ ...gizmo.create(), body: { json: { apiVersion: 'other.example.com/v1', kind: 'Gizmo', metadata: { name: 'one' }, spec: { size: 1 } } } }] },
  { name: 'object: a body without a kind', steps: [{ ...gizmo.create(), body: { json: { metadata: { name: 'one' }, spec: { size: 1 } } } }] },
]
