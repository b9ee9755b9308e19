import { expect, test } from 'vitest'
import { localClient, type LocalClient } from '../../local-client-for-test.ts'

const pods = '/api/v1/namespaces/default/pods'
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const eviction = { kind: 'Eviction', apiVersion: 'policy/v1', metadata: { name: 'one' } }

async function runningPod({ send }: LocalClient): Promise<void> {
  const spec = { containers: [{ name: 'a', image: 'a' }] }
  await send('POST', pods, { metadata: { name: 'one', labels: { app: 'web' } }, spec })
  const conditions = [{ type: 'Ready', status: 'True' }]
  const status = { phase: 'Running', conditions }
  await send('PATCH', `${pods}/one/status`, { status }, mergePatch)
}

const mergePatch = { 'content-type': 'application/merge-patch+json' }

test('a pod that no budget protects is deleted', async () => {
  const client = await localClient()
  await runningPod(client)
  const answer = await client.send('POST', `${pods}/one/eviction`, eviction)
  expect(answer).toMatchObject({ status: 201, body: { status: 'Success' } })
  expect((await client.send('GET', `${pods}/one`)).status).toBe(404)
})

test('a budget that allows nothing keeps a pod, one that does is used up', async () => {
  const client = await localClient()
  await runningPod(client)
  const spec = { minAvailable: 1, selector: { matchLabels: { app: 'web' } } }
  await client.send('POST', budgets, { metadata: { name: 'web' }, spec })
  const allow = (disruptionsAllowed: number) =>
    client.send(
      'PATCH',
      `${budgets}/web/status`,
      {
        status: {
          observedGeneration: 1,
          disruptionsAllowed,
          desiredHealthy: 1,
          currentHealthy: 1,
          expectedPods: 1,
        },
      },
      mergePatch,
    )
  await allow(0)
  expect(await client.send('POST', `${pods}/one/eviction`, eviction)).toMatchObject({
    status: 429,
    body: {
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget web needs 1 healthy pods and has 1 currently',
          },
        ],
      },
    },
  })
  await allow(1)
  expect((await client.send('POST', `${pods}/one/eviction`, eviction)).status).toBe(201)
  expect((await client.send('GET', `${budgets}/web`)).body).toMatchObject({
    status: { disruptionsAllowed: 0 },
  })
})
