import type { JsonObject } from '../json.ts'

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const count = { type: 'integer', format: 'int64' }
const texts = { type: 'object', additionalProperties: text }

const ownerReference = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: { ...text, default: '' },
    blockOwnerDeletion: { type: 'boolean' },
    controller: { type: 'boolean' },
    kind: { ...text, default: '' },
    name: { ...text, default: '' },
    uid: { ...text, default: '' },
  },
}

const managedFieldsEntry = {
  type: 'object',
  properties: {
    apiVersion: text,
    fieldsType: text,
    fieldsV1: { type: 'object' },
    manager: text,
    operation: text,
    subresource: text,
    time,
  },
}

/** metadata of every object, as far as merging cares (Kubernetes 1.36). */
export const objectMetaSchema: JsonObject = {
  type: 'object',
  properties: {
    annotations: texts,
    creationTimestamp: time,
    deletionGracePeriodSeconds: count,
    deletionTimestamp: time,
    finalizers: {
      type: 'array',
      items: text,
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    },
    generateName: text,
    generation: count,
    labels: texts,
    managedFields: { type: 'array', items: managedFieldsEntry, 'x-kubernetes-list-type': 'atomic' },
    name: text,
    namespace: text,
    ownerReferences: {
      type: 'array',
      items: ownerReference,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'uid',
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
}
