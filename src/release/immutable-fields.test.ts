import { expect, test } from 'vitest'
import { KubeError } from '../kube/errors.ts'
import { immutableFields, mayRecreate } from './immutable-fields.ts'

// The words of kube-apiserver 1.36.
test.each([
  {
    field: 'spec.selector',
    message: 'Invalid value: {"matchLabels":{"a":"b"}}: field is immutable',
  },
  { field: 'spec.clusterIPs[0]', message: 'Invalid value: "10.0.0.9": may not change once set' },
  { field: 'roleRef', message: 'Invalid value: {"kind":"Role","name":"b"}: cannot change roleRef' },
  {
    field: 'spec',
    message:
      "Forbidden: updates to statefulset spec for fields other than 'replicas' and 'template' are forbidden",
  },
  {
    field: 'spec',
    message: 'Forbidden: spec is immutable after creation except resources.requests',
  },
])('$field: $message', ({ field, message }) => {
  const causes = [{ reason: 'FieldValueInvalid', field, message }]
  const error = new KubeError('invalid', 'it is invalid', { causes })
  expect(immutableFields(error)).toMatchObject([{ field }])
})

test('other refusals name no such field', () => {
  const causes = [{ reason: 'FieldValueInvalid', field: 'data', message: 'Too long' }]
  expect(immutableFields(new KubeError('invalid', 'it is invalid', { causes }))).toEqual([])
  expect(immutableFields(new KubeError('forbidden', 'immutable'))).toEqual([])
})

test('what holds data or other objects is not deleted to be created again', () => {
  const kinds = ['Deployment', 'StatefulSet', 'Service', 'PersistentVolumeClaim', 'Namespace']
  expect(kinds.filter(mayRecreate)).toEqual(['Deployment', 'StatefulSet', 'Service'])
})
