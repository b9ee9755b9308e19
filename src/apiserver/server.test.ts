import { expect, test } from 'vitest'
import { readPath, textAt } from '../objects/kube-object.ts'
import { localClient } from './local-client-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'

test('an object can be created, read, changed, listed and deleted', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const created = await send('POST', maps, { metadata: { name: 'one' }, data: { a: 'b' } })
  expect(created).toMatchObject({
    status: 201,
    body: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'one', namespace: 'default' } },
  })
  expect(await send('GET', `${maps}/one`)).toEqual({ ...created, status: 200 })
  const changed = await send('PUT', `${maps}/one`, { metadata: { name: 'one' }, data: { a: 'c' } })
  expect(changed).toMatchObject({ status: 200, body: { data: { a: 'c' } } })
  expect(readPath(changed.body, ['metadata', 'uid'])).toBe(
    readPath(created.body, ['metadata', 'uid']),
  )
  const list = await send('GET', maps)
  expect(list.body).toMatchObject({
    kind: 'ConfigMapList',
    items: [{ metadata: { name: 'one' }, data: { a: 'c' } }],
  })
  expect(readPath(list.body, ['items', '0', 'kind'])).toBeUndefined()
  expect(await send('DELETE', `${maps}/one`)).toMatchObject({
    status: 200,
    body: { kind: 'Status', status: 'Success', details: { name: 'one', kind: 'configmaps' } },
  })
  expect(await send('GET', `${maps}/one`)).toMatchObject({
    status: 404,
    body: { message: 'configmaps "one" not found', reason: 'NotFound', code: 404 },
  })
})

test('an update that changes nothing is not written', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const created = await send('POST', maps, { metadata: { name: 'one' }, data: { a: 'b' } })
  const again = await send('PUT', `${maps}/one`, { metadata: { name: 'one' }, data: { a: 'b' } })
  expect(again.body).toEqual(created.body)
})

test('a watch tells of what is there and of what happens', async () => {
  const { send, watch } = await localClient({ controllers: 'none' })
  await send('POST', maps, { metadata: { name: 'one' } })
  const seen: unknown[] = []
  for await (const event of watch(`${maps}?watch=1`)) {
    seen.push([readPath(event, ['type']), readPath(event, ['object', 'metadata', 'name'])])
    if (seen.length === 1) await send('POST', maps, { metadata: { name: 'two' } })
    if (seen.length === 2) {
      await send('PUT', `${maps}/one`, { metadata: { name: 'one' }, data: { a: 'b' } })
    }
    if (seen.length === 3) await send('DELETE', `${maps}/two`)
    if (seen.length === 4) break
  }
  expect(seen).toEqual([
    ['ADDED', 'one'],
    ['ADDED', 'two'],
    ['MODIFIED', 'one'],
    ['DELETED', 'two'],
  ])
})

test('pages of a list belong together, whatever is written between them', async () => {
  const { send } = await localClient({ controllers: 'none' })
  for (const name of ['a', 'b', 'c']) await send('POST', maps, { metadata: { name } })
  const first = await send('GET', `${maps}?limit=2`)
  expect(first.body).toMatchObject({ metadata: { remainingItemCount: 1 } })
  await send('DELETE', `${maps}/c`)
  const next = textAt(first.body, ['metadata', 'continue'])
  const second = await send('GET', `${maps}?limit=2&continue=${next}`)
  expect(second.body).toMatchObject({ items: [{ metadata: { name: 'c' } }] })
})
