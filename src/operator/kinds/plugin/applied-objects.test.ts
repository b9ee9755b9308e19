import { expect, test } from 'vitest'
import { appliedObjects } from './applied-objects.ts'
import { ownedFieldsDigest, digestOfAll } from '../../clusters/owned-fields-digest.ts'

const manifest = `apiVersion: v1
kind: ConfigMap
metadata: {name: main}
---
apiVersion: example.com/v1
kind: Gadget
metadata: {name: main}
`
const fromRecord = { kinds: ['example.com/v1/Gadget', 'v1/ConfigMap'], objects: 2 }
const configMap = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'team', name: 'main' }

const ours = { manager: 'helm', operation: 'Apply', fieldsV1: { 'f:data': { 'f:color': {} } } }
const live = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'main', namespace: 'team', resourceVersion: '7', managedFields: [ours] },
}

test.each([
  {
    name: 'what was applied tells the kinds and the number',
    touched: new Map([['ConfigMap team/main', { id: configMap, live }]]),
    status: { revision: 2, kinds: ['apps/v1/Deployment'] },
    applied: {
      kinds: ['v1/ConfigMap'],
      objects: 1,
      mark: digestOfAll([{ text: 'ConfigMap team/main', mark: ownedFieldsDigest(live) }]),
    },
  },
  {
    name: 'the status tells when nothing was applied and it speaks of this revision',
    touched: new Map(),
    status: { revision: 3, kinds: ['v1/ConfigMap'] },
    applied: undefined,
  },
  {
    name: 'the record tells when nothing was applied and the status speaks of an earlier revision',
    touched: new Map(),
    status: { revision: 2, kinds: ['v1/ConfigMap'] },
    applied: fromRecord,
  },
  {
    name: 'the record tells when nothing was applied and there is no status',
    touched: new Map(),
    status: {},
    applied: fromRecord,
  },
])('$name', ({ touched, status, applied }) => {
  expect(appliedObjects(touched, { manifest, version: 3 }, status).applied).toEqual(applied)
})
