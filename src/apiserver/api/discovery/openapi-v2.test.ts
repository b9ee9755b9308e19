import { expect, test } from 'vitest'
import { readPath } from '../../../objects/kube-object.ts'
import { localClient } from '../../local-client-for-test.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

test('a custom kind is among the definitions without what OpenAPI v2 does not know', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const openAPIV3Schema = {
    type: 'object',
    description: 'A thing',
    properties: {
      spec: {
        type: 'object',
        properties: {
          open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: {} },
          maybe: { type: 'string', nullable: true },
          size: { type: 'integer', anyOf: [{ minimum: 1 }] },
        },
      },
    },
  }
  await send('POST', definitions, {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  })
  const { body } = await send('GET', '/openapi/v2')
  expect(readPath(body, ['definitions', 'com.example.v1.Thing'])).toMatchObject({
    type: 'object',
    description: 'A thing',
    properties: {
      metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
      spec: {
        type: 'object',
        properties: {
          open: { 'x-kubernetes-preserve-unknown-fields': true },
          maybe: {},
          size: { type: 'integer' },
        },
      },
    },
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Thing' }],
  })
  const own = JSON.stringify(readPath(body, ['definitions', 'com.example.v1.Thing']))
  expect(own).not.toContain('nullable')
})

test('a client that can read nothing that we write is told so', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const refused = await send('GET', '/openapi/v2', undefined, { accept: 'text/html' })
  expect(refused.status).toBe(406)
})
