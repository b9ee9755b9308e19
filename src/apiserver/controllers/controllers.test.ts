import { expect, test } from 'vitest'
import type { JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { localClient, type LocalClient } from '../local-client-for-test.ts'
import { until } from '../until-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'

const isGone = async ({ send }: LocalClient, path: string) =>
  (await send('GET', path)).status === 404

const referenceTo = (name: string, uid: string, blocks: boolean): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  blockOwnerDeletion: blocks,
})

async function ownerAndDependent(client: LocalClient, blocks: boolean): Promise<void> {
  const owner = await client.send('POST', maps, { metadata: { name: 'owner' } })
  const reference = referenceTo('owner', textAt(owner.body, ['metadata', 'uid']), blocks)
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

test('owners in a circle, deleted in the foreground, do not wait for each other', async () => {
  const client = await localClient()
  const names = ['one', 'two', 'three']
  const uids = new Map<string, string>()
  for (const name of names) {
    const made = await client.send('POST', maps, { metadata: { name } })
    uids.set(name, textAt(made.body, ['metadata', 'uid']))
  }
  for (const [index, name] of names.entries()) {
    const owner = names.at(index - 1) ?? ''
    const reference = referenceTo(owner, uids.get(owner) ?? '', true)
    const body = { metadata: { name, ownerReferences: [reference] } }
    expect((await client.send('PUT', `${maps}/${name}`, body)).status).toBe(200)
  }
  await client.send('DELETE', `${maps}/one?propagationPolicy=Foreground`)
  for (const name of names) await until(() => isGone(client, `${maps}/${name}`))
})

test('a dependent that another owner keeps lets the waiting one go', async () => {
  const client = await localClient()
  await ownerAndDependent(client, true)
  const other = await client.send('POST', maps, { metadata: { name: 'other' } })
  const kept = referenceTo('other', textAt(other.body, ['metadata', 'uid']), true)
  const { body } = await client.send('GET', `${maps}/dependent`)
  const ownerReferences = [...listAt(body, ['metadata', 'ownerReferences']), kept]
  await client.send('PUT', `${maps}/dependent`, {
    metadata: { name: 'dependent', ownerReferences },
  })
  await client.send('DELETE', `${maps}/owner?propagationPolicy=Foreground`)
  await until(() => isGone(client, `${maps}/owner`))
  const left = await client.send('GET', `${maps}/dependent`)
  expect(listAt(left.body, ['metadata', 'ownerReferences'])).toEqual([kept])
})

test('a waiting owner goes when its dependent stops blocking', async () => {
  const client = await localClient()
  await ownerAndDependent(client, true)
  const { body } = await client.send('GET', `${maps}/dependent`)
  const references = listAt(body, ['metadata', 'ownerReferences'])
  const metadata = { name: 'dependent', finalizers: ['example.com/held'] }
  const held = { metadata: { ...metadata, ownerReferences: references } }
  await client.send('PUT', `${maps}/dependent`, held)
  await client.send('DELETE', `${maps}/owner?propagationPolicy=Foreground`)
  await until(async () => {
    const { body: now } = await client.send('GET', `${maps}/dependent`)
    return textAt(now, ['metadata', 'deletionTimestamp']) !== ''
  })
  expect(await isGone(client, `${maps}/owner`)).toBe(false)
  await client.send('PUT', `${maps}/dependent`, { metadata })
  await until(() => isGone(client, `${maps}/owner`))
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
