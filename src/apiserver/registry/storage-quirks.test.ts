import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textAt } from '../../objects/kube-object.ts'
import { type LocalClient, localClient } from '../local-client-for-test.ts'
import { openFolder } from '../storage/node-files.ts'
import { until } from '../until-for-test.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const [group, plural] = ['example.com', 'orders']
const all = `/apis/${group}/v1/namespaces/default/${plural}`
const order = `${all}/one`

const definition = {
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { plural, kind: 'Order' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
}

async function apply({ send }: LocalClient, labels: Readonly<Record<string, string>>) {
  const body = { apiVersion: `${group}/v1`, kind: 'Order', metadata: { name: 'one', labels } }
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  const { body: answer } = await send('PATCH', `${order}?fieldManager=test`, body, headers)
  return textAt(answer, ['metadata', 'resourceVersion'])
}

async function putBack({ send }: LocalClient) {
  const { body } = await send('GET', order)
  const { body: answer } = await send('PUT', order, body)
  return textAt(answer, ['metadata', 'resourceVersion'])
}

test('a write that changes nothing counts after labels were emptied by an apply, also over a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-quirks-'))
  const files = await openFolder(folder)
  const client = await localClient({ files })
  await client.send('POST', definitions, definition)
  await until(async () => (await client.send('GET', all)).status === 200)
  const first = await apply(client, { a: 'b' })
  expect(await putBack(client)).toBe(first)
  const emptied = await apply(client, {})
  await client.server.close()
  const again = await localClient({ files })
  await until(async () => (await again.send('GET', all)).status === 200)
  const shown = await again.send('GET', order)
  expect(shown.body).not.toHaveProperty('metadata.labels')
  const written = await putBack(again)
  expect(written).not.toBe(emptied)
  expect(await putBack(again)).toBe(written)
  await again.server.close()
  await rm(folder, { recursive: true })
})
