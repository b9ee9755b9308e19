import { expect, test } from 'vitest'
import { localClient } from '../../local-client-for-test.ts'

const pods = '/api/v1/namespaces/default/pods'
const pod = { metadata: { name: 'one' }, spec: { containers: [{ name: 'a', image: 'web' }] } }
const binding = { metadata: { name: 'one' }, target: { kind: 'Node', name: 'node-1' } }

test('a pod gets its node once', async () => {
  const { send } = await localClient()
  await send('POST', pods, pod)
  expect(await send('POST', `${pods}/one/binding`, binding)).toMatchObject({
    status: 201,
    body: { kind: 'Status', status: 'Success' },
  })
  expect((await send('GET', `${pods}/one`)).body).toMatchObject({
    metadata: { generation: 1 },
    spec: { nodeName: 'node-1' },
    status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] },
  })
  expect(await send('POST', '/api/v1/namespaces/default/bindings', binding)).toMatchObject({
    status: 409,
    body: {
      message:
        'Operation cannot be fulfilled on pods/binding "one": pod one is already assigned to node "node-1"',
    },
  })
})

test('a binding names a node and a pod that is there', async () => {
  const { send } = await localClient()
  expect(await send('POST', `${pods}/one/binding`, binding)).toMatchObject({ status: 404 })
  expect(await send('POST', `${pods}/one/binding`, { target: {} })).toMatchObject({ status: 422 })
})
