import type { JsonObject } from './row.ts'

const text = { type: 'string' }
const rule = (expression: string, message?: string): JsonObject => ({
  rule: expression,
  ...(message === undefined ? {} : { message }),
})

/** A gizmo has a field for every rule that a schema can make. */
const spec: JsonObject = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 10 },
    above: { type: 'integer', minimum: 1, exclusiveMinimum: true },
    below: { type: 'number', maximum: 10, exclusiveMaximum: true },
    step: { type: 'integer', multipleOf: 5 },
    int32: { type: 'integer', format: 'int32' },
    int64: { type: 'integer', format: 'int64' },
    float: { type: 'number', format: 'float' },
    name: { type: 'string', minLength: 2, maxLength: 5 },
    code: { type: 'string', pattern: '^[a-z]+-[0-9]+$' },
    colour: { type: 'string', enum: ['red', 'green'] },
    level: { type: 'integer', enum: [1, 2] },
    when: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    bytes: { type: 'string', format: 'byte' },
    address: { type: 'string', format: 'ipv4' },
    id: { type: 'string', format: 'uuid' },
    wait: { type: 'string', format: 'duration' },
    odd: { type: 'string', format: 'nobody-knows' },
    flag: { type: 'boolean' },
    list: { type: 'array', minItems: 1, maxItems: 2, items: text },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['key'],
      items: { type: 'object', required: ['key'], properties: { key: text, value: text } },
    },
    few: {
      type: 'object',
      minProperties: 1,
      maxProperties: 2,
      additionalProperties: { type: 'integer' },
    },
    port: { 'x-kubernetes-int-or-string': true },
    nullable: { type: 'string', nullable: true },
    anything: { 'x-kubernetes-preserve-unknown-fields': true },
    open: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { a: text } } },
    },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    defaults: {
      type: 'object',
      default: {},
      properties: {
        text: { type: 'string', default: 'd' },
        number: { type: 'integer', default: 7 },
        list: { type: 'array', items: text, default: ['x'] },
        inner: { type: 'object', properties: { flag: { type: 'boolean', default: true } } },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: text, on: { type: 'boolean', default: true } },
          },
        },
        nullable: { type: 'string', nullable: true, default: 'n' },
      },
    },
    either: {
      type: 'object',
      properties: { a: text, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    notBoth: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
    some: {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    range: {
      type: 'object',
      properties: { min: { type: 'integer' }, max: { type: 'integer' } },
      'x-kubernetes-validations': [rule('self.min <= self.max', 'min must not be above max')],
    },
    told: {
      type: 'object',
      properties: { word: { type: 'string', maxLength: 10 } },
      'x-kubernetes-validations': [
        {
          rule: "self.word != 'bad'",
          messageExpression: '"the word is " + self.word',
          reason: 'FieldValueForbidden',
          fieldPath: '.word',
        },
      ],
    },
    fixed: {
      type: 'string',
      'x-kubernetes-validations': [rule('self == oldSelf', 'cannot be changed')],
    },
    grows: { type: 'integer', 'x-kubernetes-validations': [rule('self >= oldSelf')] },
    unique: {
      type: 'array',
      maxItems: 10,
      items: { type: 'object', properties: { n: { type: 'integer' } } },
      'x-kubernetes-validations': [
        rule('self.all(x, self.exists_one(y, x.n == y.n))', 'n must be unique'),
      ],
    },
    labels: {
      type: 'object',
      maxProperties: 10,
      additionalProperties: {
        type: 'string',
        maxLength: 20,
        'x-kubernetes-validations': [rule("!self.startsWith('-')")],
      },
    },
  },
}

const schema = {
  openAPIV3Schema: {
    type: 'object',
    required: ['spec'],
    properties: {
      spec,
      status: { type: 'object', properties: { phase: text, ready: { type: 'integer' } } },
    },
  },
}
const subresources = {
  status: {},
  scale: {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.ready',
    labelSelectorPath: '.spec.name',
  },
}

/** Two versions with the same schema, converted by changing the apiVersion alone. */
export const gizmo: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gizmos.fixtures.example.com' },
  spec: {
    group: 'fixtures.example.com',
    scope: 'Namespaced',
    names: {
      kind: 'Gizmo',
      plural: 'gizmos',
      singular: 'gizmo',
      shortNames: ['gz'],
      categories: ['all'],
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema,
        subresources,
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
          { name: 'Since', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        deprecationWarning: 'use v1',
        schema,
        subresources,
      },
    ],
  },
}
