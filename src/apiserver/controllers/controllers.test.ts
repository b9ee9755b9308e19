import { expect, test } from 'vitest'
import type { JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { localClient } from '../local-client-for-test.ts'
import type { LocalClient } from '../local-client-for-test.ts'
import { until } from '../until-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'

const isGone = async ({ send }: LocalClient, path: string) =>
  (await send('GET', path)).status === 404

async function ownerAndDependent(client: LocalClient, blocks: boolean): Promise<void> {
  const owner = await client.send('POST', maps, { metadata: { name: 'owner' } })
  const reference: JsonObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'owner',
    uid: textAt(owner.body, ['metadata', 'uid']),
    blockOwnerDeletion: blocks,
  }
  const metadata = { name: 'dependent', ownerReferences: [reference] }
  expect((await client.send('POST', maps, { metadata })).status).toBe(201)
}

test('what its owner left goes in the background', async () => {
  const client = await localClient()
  await ownerAndDependent(client, false)
  await client.send('DELETE', `${maps}/owner`)
  await until(() => isGone(client, `${maps}/dependent`))
  expect(await isGone(client, `${maps}/owner`)).toBe(true)
})

test('an owner deleted in the foreground goes after its dependents', async () => {
  const client = await localClient()
  await ownerAndDependent(client, true)
  const answer = await client.send('DELETE', `${maps}/owner?propagationPolicy=Foreground`)
  expect(listAt(answer.body, ['metadata', 'finalizers'])).toEqual(['foregroundDeletion'])
  await until(() => isGone(client, `${maps}/owner`))
  expect(await isGone(client, `${maps}/dependent`)).toBe(true)
})

test('orphans stay without their owner', async () => {
  const client = await localClient()
  await ownerAndDependent(client, true)
  await client.send('DELETE', `${maps}/owner?propagationPolicy=Orphan`)
  await until(() => isGone(client, `${maps}/owner`))
  const orphan = await client.send('GET', `${maps}/dependent`)
  expect(orphan.status).toBe(200)
  expect(listAt(orphan.body, ['metadata', 'ownerReferences'])).toEqual([])
})

test('a deleted namespace takes everything in it along', async () => {
  const client = await localClient()
  await client.send('POST', '/api/v1/namespaces', { metadata: { name: 'going' } })
  await client.send('POST', '/api/v1/namespaces/going/configmaps', { metadata: { name: 'one' } })
  const answer = await client.send('DELETE', '/api/v1/namespaces/going')
  expect(answer.body).toMatchObject({ status: { phase: 'Terminating' } })
  await until(() => isGone(client, '/api/v1/namespaces/going'))
  expect(await isGone(client, '/api/v1/namespaces/going/configmaps/one')).toBe(true)
})

test('a definition goes after the objects of its kind', async () => {
  const client = await localClient()
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const schema = { openAPIV3Schema: { type: 'object' } }
  const spec = {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  }
  await client.send('POST', definitions, { metadata: { name: 'things.example.com' }, spec })
  const things = '/apis/example.com/v1/things'
  const one = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'one' } }
  expect((await client.send('POST', things, one)).status).toBe(201)
  await client.send('DELETE', `${definitions}/things.example.com`)
  await until(() => isGone(client, `${definitions}/things.example.com`))
  expect((await client.send('GET', things)).status).toBe(404)
})
