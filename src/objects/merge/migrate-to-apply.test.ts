import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../json.ts'
import { migrationPatch } from './migrate-to-apply.ts'

const entry = (
  manager: string,
  operation: string,
  fields: JsonObject,
  more: JsonObject = {},
): JsonObject => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: fields,
  ...more,
})
const [x, y, z]: readonly JsonObject[] = [{ 'f:x': {} }, { 'f:y': {} }, { 'f:z': {} }]

test.each<{ name: string; before: readonly Json[]; after: readonly Json[] | undefined }>([
  {
    name: 'an updater becomes the applier',
    before: [entry('helm', 'Update', x ?? {})],
    after: [entry('helm', 'Apply', x ?? {})],
  },
  {
    name: 'an updater joins the applier',
    before: [
      entry('helm', 'Apply', x ?? {}),
      entry('helm', 'Update', y ?? {}),
      entry('other', 'Update', z ?? {}),
    ],
    after: [entry('helm', 'Apply', { 'f:x': {}, 'f:y': {} }), entry('other', 'Update', z ?? {})],
  },
  {
    name: 'several updaters join one after the other',
    before: [entry('kubectl', 'Update', x ?? {}), entry('helm', 'Update', y ?? {})],
    after: [entry('helm', 'Apply', { 'f:x': {}, 'f:y': {} })],
  },
  {
    name: 'what was written in another version is forgotten',
    before: [
      entry('helm', 'Apply', x ?? {}),
      entry('helm', 'Update', y ?? {}, { apiVersion: 'v1beta1' }),
    ],
    after: [entry('helm', 'Apply', x ?? {})],
  },
  {
    name: 'an updater of the status stays',
    before: [entry('helm', 'Update', x ?? {}, { subresource: 'status' })],
    after: undefined,
  },
  { name: 'nothing to hand over', before: [entry('helm', 'Apply', x ?? {})], after: undefined },
])('$name', ({ before, after }) => {
  const object = { metadata: { resourceVersion: '7', managedFields: before } }
  const patch = migrationPatch(object, { updaters: ['kubectl', 'helm'], applier: 'helm' })
  const wanted = [
    { op: 'replace', path: '/metadata/managedFields', value: after },
    { op: 'replace', path: '/metadata/resourceVersion', value: '7' },
  ]
  expect(patch).toEqual(after === undefined ? undefined : wanted)
})
