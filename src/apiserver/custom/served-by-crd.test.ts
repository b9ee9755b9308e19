import { expect, test } from 'vitest'
import { localClient } from '../local-client-for-test.ts'
import { until } from '../until-for-test.ts'

const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
})

test('whoever relies on a conversion webhook is told that nobody calls it', async () => {
  const { send } = await localClient()
  const made = await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { kind: 'Thing', plural: 'things' },
      versions: [version('v2', true), version('v1', false)],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://127.0.0.1:1/convert' },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  })
  expect(made).toMatchObject({ status: 201 })
  await until(async () => (await send('GET', '/apis/example.com/v1/things')).status === 200)
  const thing = { metadata: { name: 'one' }, spec: { a: 1 } }
  const typed = { apiVersion: 'example.com/v1', kind: 'Thing', ...thing }
  expect(await send('POST', '/apis/example.com/v1/things', typed)).toMatchObject({
    status: 201,
    warnings: [
      '299 - "conversion webhooks are not called by the embedded API: example.com/v1 is example.com/v2 with another name"',
    ],
  })
  expect(await send('GET', '/apis/example.com/v2/things/one')).toMatchObject({
    status: 200,
    warnings: [],
    body: { spec: { a: 1 } },
  })
})
