import { gizmo } from './gizmo.ts'
import type { Json, JsonObject } from './row.ts'

const text = { type: 'string' } as const
const number = { type: 'integer' } as const

/** A widget has a field for every way in which lists and maps can be merged. */
const widgetSpec = {
  type: 'object',
  properties: {
    text,
    number,
    flag: { type: 'boolean' },
    port: { 'x-kubernetes-int-or-string': true },
    ratio: { type: 'number' },
    defaulted: { type: 'string', default: 'as ever' },
    nullable: { type: 'string', nullable: true },
    labels: { type: 'object', additionalProperties: text },
    atomicMap: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
    nested: {
      type: 'object',
      properties: { a: text, b: text, deep: { type: 'object', properties: { x: text, y: text } } },
    },
    atomicObject: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { a: text, b: text },
    },
    plainList: { type: 'array', items: text },
    atomicList: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: text },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    numbers: { type: 'array', 'x-kubernetes-list-type': 'set', items: number },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          value: text,
          set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        },
      },
    },
    pairs: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: number, protocol: { type: 'string', default: 'TCP' }, name: text },
      },
    },
    mapOfLists: {
      type: 'object',
      additionalProperties: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
} as const

/** A gadget is open: nothing in its spec is known, and it has no subresources. */
const gadgetSpec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const

/** The custom kinds that rows of all chapters share; they must be served before a row is played. */
export const fixtures: readonly JsonObject[] = [
  definition('Widget', 'widgets', widgetSpec, {
    status: {},
    scale: { specReplicasPath: '.spec.number', statusReplicasPath: '.status.number' },
  }),
  definition('Gadget', 'gadgets', gadgetSpec),
  gizmo,
]

function definition(
  kind: string,
  plural: string,
  spec: JsonObject,
  subresources?: { readonly [name: string]: Json },
): JsonObject {
  const status = {
    type: 'object',
    properties: {
      number,
      phase: text,
      conditions: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['type'],
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: text, status: text, reason: text },
        },
      },
    },
  }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } }
  const version = { name: 'v1', served: true, storage: true, schema }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.fixtures.example.com` },
    spec: {
      group: 'fixtures.example.com',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [subresources === undefined ? version : { ...version, subresources }],
    },
  }
}
