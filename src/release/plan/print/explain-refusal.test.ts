import { expect, test } from 'vitest'
import { KubeError, type KubeErrorCode } from '../../../kube/errors.ts'
import { explainRefusal } from './explain-refusal.ts'

const id = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'new', name: 'a' }
const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

interface Row {
  readonly name: string
  readonly code: KubeErrorCode
  readonly message: string
  readonly field?: string
  readonly there?: boolean
  readonly creates?: boolean
  readonly recreates?: boolean
  readonly kind?: string
  readonly found: object
}

test.each<Row>([
  {
    name: 'a namespace that the plan creates',
    code: 'not-found',
    message: 'namespaces "new" not found',
    creates: true,
    found: { is: 'unverifiable', because: 'namespace', blocking: false },
  },
  {
    name: 'a namespace that nobody creates',
    code: 'not-found',
    message: 'namespaces "new" not found',
    found: { is: 'refused', blocking: true },
  },
  {
    name: 'a webhook with side effects',
    code: 'bad-request',
    message: 'admission webhook "a.example.com" does not support dry run',
    found: { is: 'unverifiable', because: 'webhook', blocking: false },
  },
  {
    name: 'a webhook that does not answer',
    code: 'server-error',
    message: 'Internal error occurred: failed calling webhook "a.example.com": no endpoints',
    found: { is: 'unverifiable', because: 'webhook', blocking: false },
  },
  {
    name: 'a webhook that denies',
    code: 'forbidden',
    message: 'admission webhook "a.example.com" denied the request: no',
    found: { is: 'refused', blocking: true },
  },
  {
    name: 'a missing permission',
    code: 'forbidden',
    message:
      'configmaps "a" is forbidden: User "x" cannot patch resource "configmaps" in API group ""',
    found: { is: 'permission', blocking: true },
  },
  {
    name: 'a field that cannot be changed',
    code: 'invalid',
    message: 'ConfigMap "a" is invalid',
    field: 'Invalid value: {"a":"b"}: field is immutable when `immutable` is set',
    there: true,
    found: {
      is: 'immutable',
      field: 'data',
      message:
        'data cannot be changed: field is immutable when `immutable` is set; --recreate deletes it and creates it again',
      blocking: true,
    },
  },
  {
    name: 'the same when that was asked for',
    code: 'invalid',
    message: 'ConfigMap "a" is invalid',
    field: 'Invalid value: "b": may not change once set',
    there: true,
    recreates: true,
    found: {
      is: 'immutable',
      message: 'data cannot be changed: may not change once set; it is deleted and created again',
      blocking: false,
    },
  },
  {
    name: 'what must live, whatever was asked for',
    kind: 'PersistentVolumeClaim',
    code: 'invalid',
    message: 'PersistentVolumeClaim "a" is invalid',
    field: 'Forbidden: spec is immutable after creation',
    there: true,
    recreates: true,
    found: {
      is: 'immutable',
      message: 'data cannot be changed: spec is immutable after creation',
      blocking: true,
    },
  },
  {
    name: 'the same words about an object that is new',
    code: 'invalid',
    message: 'ConfigMap "a" is invalid: immutable',
    found: { is: 'refused', blocking: true },
  },
  {
    name: 'a value that is wrong',
    code: 'invalid',
    message: 'ConfigMap "a" is invalid: data: Too long',
    there: true,
    found: { is: 'refused', blocking: true },
  },
])('$name', ({ kind = 'ConfigMap', code, message, field, there, creates, recreates, found }) => {
  const causes =
    field === undefined ? [] : [{ reason: 'FieldValueInvalid', message: field, field: 'data' }]
  const error = new KubeError(code, message, { causes })
  const refusal = { live: there === true ? live : undefined, error }
  const facts = { createsNamespace: () => creates === true, recreates: recreates === true }
  expect(explainRefusal({ id: { ...id, kind } }, refusal, facts)).toMatchObject([found])
})
