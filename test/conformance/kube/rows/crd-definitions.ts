import { cluster, custom } from '../kinds.ts'
import { prepare, until } from '../resource.ts'
import type { Json, JsonObject, KubeRow, RequestStep } from '../row.ts'

// Definitions of custom kinds: which schemas are structural, what the server says about them, and how they live.

const definitions = cluster('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions').named('things.{id}.example.com')
const thing = custom('v1', 'Thing', 'things')
const text = { type: 'string' }

const version = (schema: JsonObject | undefined, more: JsonObject = {}): JsonObject => ({
  name: 'v1', served: true, storage: true, ...(schema === undefined ? {} : { schema: { openAPIV3Schema: schema } }), ...more,
})
const definition = (versions: readonly Json[], more: JsonObject = {}): JsonObject => ({
  spec: { group: '{id}.example.com', scope: 'Namespaced', names: { kind: 'Thing', plural: 'things' }, versions, ...more },
})
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const open: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const schemas: readonly (readonly [name: string, schema: JsonObject])[] = [
  ['a schema needs a type', { properties: { spec: text } }],
  ['a schema is of an object', { type: 'array', items: text }],
  ['a field needs a type', object({ spec: {} })],
  ['a type that is none', object({ spec: { type: 'text' } })],
  ['a list needs its items', object({ spec: { type: 'array' } })],
  ['properties and additional ones exclude each other', object({ spec: { type: 'object', properties: { a: text }, additionalProperties: text } })],
  ['a type below anyOf', object({ spec: { type: 'object', properties: { a: text }, anyOf: [{ type: 'object', required: ['a'] }] } })],
  ['a property below anyOf alone', object({ spec: { type: 'object', anyOf: [{ properties: { a: { minLength: 1 } } }] } })],
  ['a description below not', object({ spec: { type: 'object', properties: { a: text }, not: { description: 'x', required: ['a'] } } })],
  ['a reference', object({ spec: { $ref: '#/definitions/x' } })],
  ['a unique list', object({ spec: { type: 'array', items: text, uniqueItems: true } })],
  ['a default that does not fit', object({ spec: { type: 'string', default: 5 } })],
  ['a default with an unknown field', object({ spec: { type: 'object', properties: { a: text }, default: { b: 'x' } } })],
  ['a default that is not allowed', object({ spec: { type: 'integer', minimum: 1, default: 0 } })],
  ['a map list without keys', object({ spec: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object', properties: { a: text } } } })],
  ['a map list whose key may be missing', object({ spec: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'], items: { type: 'object', properties: { a: text } } } })],
  ['a map list of texts', object({ spec: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'], items: text } })],
  ['a set of objects', object({ spec: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object', properties: { a: text } } } })],
  ['a list type on what is no list', object({ spec: { type: 'string', 'x-kubernetes-list-type': 'set' } })],
  ['a list type that is none', object({ spec: { type: 'array', 'x-kubernetes-list-type': 'bag', items: text } })],
  ['a map type that is none', object({ spec: { type: 'object', 'x-kubernetes-map-type': 'loose', properties: { a: text } } })],
  ['int-or-string with a type', object({ spec: { type: 'string', 'x-kubernetes-int-or-string': true } })],
  ['preserving unknown fields of a text', object({ spec: { type: 'string', 'x-kubernetes-preserve-unknown-fields': true } })],
  ['not preserving must not be said', object({ spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } })],
  ['rules about metadata', object({ metadata: { type: 'object', properties: { labels: { type: 'object', additionalProperties: text } } } })],
  ['rules about the name are allowed', object({ metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } })],
  ['a pattern that is none', object({ spec: { type: 'string', pattern: '(' } })],
  ['an enum twice', object({ spec: { type: 'string', enum: ['a', 'a'] } })],
  ['a rule that does not parse', object({ spec: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self ==' }] } })],
  ['a rule about an unknown field', object({ spec: { type: 'object', properties: { a: text }, 'x-kubernetes-validations': [{ rule: 'self.b == "x"' }] } })],
  ['a rule that is no truth', object({ spec: { type: 'string', 'x-kubernetes-validations': [{ rule: 'size(self)' }] } })],
  ['a rule that is empty', object({ spec: { type: 'string', 'x-kubernetes-validations': [{ rule: '' }] } })],
  ['a rule that costs too much', object({ spec: { type: 'array', items: { type: 'array', items: text }, 'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x.all(z, z in y)))' }] } })],
  ['a minimum above a maximum is allowed', object({ spec: { type: 'integer', minimum: 5, maximum: 1 } })],
  ['nullable together with required', object({ spec: { type: 'object', required: ['a'], properties: { a: { type: 'string', nullable: true } } } })],
]

const wholes: readonly (readonly [name: string, definition: JsonObject])[] = [
  ['no schema', definition([version(undefined)])],
  ['no version', definition([])],
  ['no version that is stored', definition([version(open, { storage: false })])],
  ['two versions that are stored', definition([version(open), version(open, { name: 'v2' })])],
  ['a version that is no version', definition([version(open, { name: 'V_1' })])],
  ['a version twice', definition([version(open), version(open, { storage: false })])],
  ['a scope that is none', definition([version(open)], { scope: 'Everywhere' })],
  ['a kind without a capital', definition([version(open)], { names: { kind: 'thing', plural: 'things' } })],
  ['a plural that is not in the name', definition([version(open)], { names: { kind: 'Thing', plural: 'stuff' } })],
  ['a group without a dot', definition([version(open)], { group: 'things' })],
  ['a kind and a list of the same name', definition([version(open)], { names: { kind: 'Thing', plural: 'things', listKind: 'Thing' } })],
  ['a scale with a wrong path', definition([version(open, { subresources: { scale: { specReplicasPath: 'spec.n', statusReplicasPath: '.status.n' } } })])],
  ['a column of an unknown type', definition([version(open, { additionalPrinterColumns: [{ name: 'A', type: 'colour', jsonPath: '.spec.a' }] })])],
  ['a column with a wrong path', definition([version(open, { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'spec.a' }] })])],
  ['a selectable field that the schema does not know', definition([version(object({ spec: object({ a: text }) }), { selectableFields: [{ jsonPath: '.spec.b' }] })])],
  ['a conversion without a webhook', definition([version(open)], { conversion: { strategy: 'Webhook' } })],
  ['unknown fields preserved everywhere', definition([version(open)], { preserveUnknownFields: true })],
]

const served = (step: RequestStep = thing.list()) => ({ ...until(step, { status: 200 }), prepares: true as const })
const established = until(definitions.get(), { at: 'status.conditions.1.status', is: 'True' })
const spec = object({ spec: object({ a: text, b: { type: 'string', default: 'x' } }) })

export const rows: readonly KubeRow[] = [
  ...schemas.map(([name, schema]) => ({ name: `schema: ${name}`, steps: [definitions.create(definition([version(schema)]))] })),
  ...wholes.map(([name, content]) => ({ name: `definition: ${name}`, steps: [definitions.create(content)] })),
  { name: 'definition: it is accepted and established', steps: [definitions.create(definition([version(spec)])), established] },
  { name: 'definition: names that are taken are not accepted', steps: [...prepare(definitions.create(definition([version(spec)]))), served(), definitions.named('others.{id}.example.com').create(definition([version(spec)], { names: { kind: 'Thing', plural: 'others' } })), until(definitions.named('others.{id}.example.com').get(), { at: 'status.conditions.0.status', is: 'False' })] },
  { name: 'definition: its kind is discovered', steps: [...prepare(definitions.create(definition([version(spec, { subresources: { status: {} } })], { names: { kind: 'Thing', plural: 'things', shortNames: ['th'], categories: ['all'] } }))), served(), until({ do: 'request', method: 'GET', path: '/apis/{id}.example.com/v1' }, { at: 'resources.0.kind', is: 'Thing' })] },
  { name: 'definition: objects are created, listed and deleted', steps: [...prepare(definitions.create(definition([version(spec)]))), served(), thing.create({ spec: { a: '1' } }), thing.list(), thing.delete(), thing.get()] },
  { name: 'definition: a kind without namespace', steps: [...prepare(definitions.create(definition([version(spec)], { scope: 'Cluster' }))), served({ do: 'request', method: 'GET', path: '/apis/{id}.example.com/v1/things' }), thing.create({ spec: {} }), cluster('{id}.example.com/v1', 'Thing', 'things').create({ spec: { a: '1' } })] },
  { name: 'definition: a new field is known after the update', steps: [definitions.create(definition([version(object({ spec: object({ a: text }) }))])), served(), thing.create({ spec: { a: '1', b: '2' } }), ...prepare(definitions.patch('merge', definition([version(object({ spec: object({ a: text, b: text }) }))]))), { ...until(thing.named('probe').create({ spec: { b: '2' } }, { dryRun: 'All', fieldValidation: 'Strict' }), { status: 201 }), prepares: true as const }, thing.named('two').create({ spec: { a: '1', b: '2' } }), thing.get()] },
  { name: 'definition: a default fills objects that were there before', steps: [...prepare(definitions.create(definition([version(object({ spec: object({ a: text }) }))]))), served(), ...prepare(thing.create({ spec: { a: '1' } })), ...prepare(definitions.patch('merge', definition([version(spec)]))), until(thing.get(), { at: 'spec.b', is: 'x' })] },
  { name: 'definition: a version that is not served', steps: [...prepare(definitions.create(definition([version(spec), version(spec, { name: 'v2', served: false, storage: false })]))), served(), custom('v2', 'Thing', 'things').list()] },
  { name: 'definition: versions are converted by their names alone', steps: [...prepare(definitions.create(definition([version(spec), version(object({ spec: object({ a: text, c: { type: 'string', default: 'c' } }) }), { name: 'v2', storage: false })]))), served(), served(custom('v2', 'Thing', 'things').list()), thing.create({ spec: { a: '1' } }), custom('v2', 'Thing', 'things').get(), custom('v2', 'Thing', 'things').patch('merge', { spec: { c: 'mine' } }), thing.get()] },
  { name: 'definition: the stored versions cannot be dropped', steps: [...prepare(definitions.create(definition([version(spec)]))), established, definitions.patch('merge', definition([version(spec, { name: 'v2' })]))] },
  { name: 'definition: the group cannot be changed', steps: [definitions.create(definition([version(spec)])), definitions.patch('merge', { spec: { group: 'other.example.com' } })] },
  { name: 'definition: the scope cannot be changed once it is established', steps: [...prepare(definitions.create(definition([version(spec)]))), served(), definitions.patch('merge', { spec: { scope: 'Cluster' } })] },
  { name: 'definition: a selectable field selects', steps: [...prepare(definitions.create(definition([version(spec, { selectableFields: [{ jsonPath: '.spec.a' }] })]))), served(), ...prepare(thing.create({ spec: { a: '1' } }), thing.named('two').create({ spec: { a: '2' } })), thing.list({ fieldSelector: 'spec.a=2' })] },
  { name: 'definition: no status without the subresource', steps: [...prepare(definitions.create(definition([version(open)]))), served(), thing.create({ status: { phase: 'Up' } }), thing.sub('status').get(), thing.patch('merge', { status: { phase: 'Down' } })] },
  { name: 'definition: an unknown field is a warning', steps: [definitions.create({ ...definition([version(spec)]), extra: 1 })] },
  { name: 'definition: a dry run defines nothing', steps: [definitions.create(definition([version(spec)]), { dryRun: 'All' }), definitions.get()] },
  { name: 'definition: it is applied', steps: [definitions.apply('a', definition([version(spec)])), definitions.apply('b', definition([version(spec)], { scope: 'Cluster' }))] },
]
