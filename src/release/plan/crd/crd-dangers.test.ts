import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../objects/json.ts'
import { crdDangers } from './crd-dangers.ts'

interface Version {
  readonly name?: string
  readonly served?: boolean
  readonly spec?: Json
}

function crd(versions: readonly Version[], more: JsonObject = {}): JsonObject {
  return {
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      ...more,
      versions: versions.map(({ name = 'v1', served = true, spec = {} }) => ({
        name,
        served,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      })),
    },
    status: { storedVersions: ['v1'] },
  }
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const text = { type: 'string' }

const schemaRows: readonly { name: string; before: Json; after: Json; found: string[] }[] = [
  {
    name: 'a field goes',
    before: object({ a: text, b: text }),
    after: object({ a: text }),
    found: ['field-removed v1: spec.b'],
  },
  {
    name: 'a field in a list goes',
    before: object({ l: { type: 'array', items: object({ a: text }) } }),
    after: object({ l: { type: 'array', items: object({}) } }),
    found: ['field-removed v1: spec.l[].a'],
  },
  {
    name: 'a field goes where unknown ones are kept',
    before: object({ a: text }),
    after: object({}, { 'x-kubernetes-preserve-unknown-fields': true }),
    found: [],
  },
  {
    name: 'a field becomes one of any name',
    before: object({ a: text }),
    after: { type: 'object', additionalProperties: text },
    found: [],
  },
  {
    name: 'other fields are no longer kept',
    before: { type: 'object', additionalProperties: text },
    after: object({ a: text }),
    found: ['field-removed v1: spec.*'],
  },
  {
    name: 'a type changes',
    before: object({ a: text }),
    after: object({ a: { type: 'integer' } }),
    found: ['type-changed v1: spec.a'],
  },
  {
    name: 'an integer may also be a text',
    before: object({ a: { type: 'integer' } }),
    after: object({ a: { 'x-kubernetes-int-or-string': true } }),
    found: [],
  },
  {
    name: 'an integer may also be a fraction',
    before: object({ a: { type: 'integer' } }),
    after: object({ a: { type: 'number' } }),
    found: [],
  },
  {
    name: 'a field becomes required',
    before: object({ a: text }),
    after: object({ a: text }, { required: ['a'] }),
    found: ['required-added v1: spec.a'],
  },
  {
    name: 'a field with a default becomes required',
    before: object({ a: text }),
    after: object({ a: { ...text, default: 'x' } }, { required: ['a'] }),
    found: [],
  },
  {
    name: 'a new field is required',
    before: object({}),
    after: object({ a: text }, { required: ['a'] }),
    found: ['required-added v1: spec.a'],
  },
  {
    name: 'a new field is optional',
    before: object({}),
    after: object({ a: { ...text, enum: ['x'] } }),
    found: [],
  },
  {
    name: 'a value of a closed list goes',
    before: object({ a: { ...text, enum: ['x', 'y'] } }),
    after: object({ a: { ...text, enum: ['y', 'z'] } }),
    found: ['validation-tightened v1: spec.a'],
  },
  {
    name: 'a closed list opens',
    before: object({ a: { ...text, enum: ['x'] } }),
    after: object({ a: text }),
    found: [],
  },
  ...[
    { field: 'maximum', low: 1, high: 2 },
    { field: 'maxLength', low: 1, high: 2 },
    { field: 'maxItems', low: 1, high: 2 },
    { field: 'minimum', low: 2, high: 1 },
    { field: 'minLength', low: 2, high: 1 },
    { field: 'minProperties', low: 2, high: 1 },
  ].flatMap(({ field, low, high }) => [
    {
      name: `${field} becomes narrower`,
      before: object({ a: { [field]: high } }),
      after: object({ a: { [field]: low } }),
      found: ['validation-tightened v1: spec.a'],
    },
    {
      name: `${field} becomes wider`,
      before: object({ a: { [field]: low } }),
      after: object({ a: { [field]: high } }),
      found: [],
    },
  ]),
  {
    name: 'a pattern is added',
    before: object({ a: text }),
    after: object({ a: { ...text, pattern: '^a' } }),
    found: ['validation-tightened v1: spec.a'],
  },
  {
    name: 'null is no longer allowed',
    before: object({ a: { ...text, nullable: true } }),
    after: object({ a: text }),
    found: ['validation-tightened v1: spec.a'],
  },
  {
    name: 'a rule is added',
    before: object({ a: { ...text, 'x-kubernetes-validations': [{ rule: 'self != ""' }] } }),
    after: object({
      a: { ...text, 'x-kubernetes-validations': [{ rule: 'self != ""' }, { rule: 'self == "x"' }] },
    }),
    found: ['validation-tightened v1: spec.a'],
  },
  {
    name: 'only a description changes',
    before: object({ a: { ...text, description: 'x' } }),
    after: object({ a: { ...text, description: 'y' } }),
    found: [],
  },
]

test.each(schemaRows)('when $name', ({ before, after, found }) => {
  const dangers = crdDangers(crd([{ spec: before }]), crd([{ spec: after }]))
  expect(dangers.map(({ rule, path }) => `${rule} ${path}`)).toEqual(found)
})

test.each([
  {
    name: 'a stored version goes',
    before: crd([{ name: 'v1' }, { name: 'v2' }]),
    after: crd([{ name: 'v2' }]),
    found: ['stored-version-removed v1'],
  },
  {
    name: 'a served version goes',
    before: crd([{ name: 'v1' }, { name: 'v0' }]),
    after: crd([{ name: 'v1' }]),
    found: ['version-removed v0'],
  },
  {
    name: 'a version that was not served goes',
    before: crd([{ name: 'v1' }, { name: 'v0', served: false }]),
    after: crd([{ name: 'v1' }]),
    found: [],
  },
  {
    name: 'a version is no longer served',
    before: crd([{ name: 'v1' }]),
    after: crd([{ name: 'v1', served: false }]),
    found: ['version-no-longer-served v1'],
  },
  {
    name: 'a version comes',
    before: crd([{ name: 'v1' }]),
    after: crd([{ name: 'v1' }, { name: 'v2' }]),
    found: [],
  },
  {
    name: 'the scope changes',
    before: crd([{}]),
    after: crd([{}], { scope: 'Cluster' }),
    found: ['scope-changed spec.scope'],
  },
  {
    name: 'the kind is renamed',
    before: crd([{}]),
    after: crd([{}], { names: { kind: 'Gadget', plural: 'widgets' } }),
    found: ['names-changed spec.names.kind'],
  },
])('when $name', ({ before, after, found }) => {
  const dangers = crdDangers(before, after)
  expect(dangers.map(({ rule, path }) => `${rule} ${path}`)).toEqual(found)
})
