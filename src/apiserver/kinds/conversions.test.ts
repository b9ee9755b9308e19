import { expect, test } from 'vitest'
import { localClient } from '../local-client-for-test.ts'

const at = (version: string) =>
  `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
const metadata = { name: 'one', namespace: 'default' }

test('an event is the same in both of its groups', async () => {
  const { send, server } = await localClient({ controllers: 'none' })
  const regarding = { kind: 'Pod', namespace: 'default', name: 'web' }
  const sent = {
    metadata,
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'scheduler',
    reportingInstance: 'scheduler-1',
    action: 'Binding',
    reason: 'Scheduled',
    type: 'Normal',
    regarding,
    note: 'bound',
  }
  const path = '/namespaces/default/events'
  expect(await send('POST', `/apis/events.k8s.io/v1${path}`, sent)).toMatchObject({
    status: 201,
    body: { apiVersion: 'events.k8s.io/v1', note: 'bound', regarding },
  })
  const selector = '?fieldSelector=involvedObject.name=web'
  expect(await send('GET', `/api/v1${path}${selector}`)).toMatchObject({
    body: { items: [{ message: 'bound', involvedObject: regarding, reason: 'Scheduled' }] },
  })
  expect(await send('GET', `/apis/events.k8s.io/v1${path}/one`)).toMatchObject({ body: sent })
  await server.close()
})

test('an autoscaler is the same in both of its versions', async () => {
  const { send, server } = await localClient({ controllers: 'none' })
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  const spec = { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 50 }
  expect(await send('POST', at('v1'), { metadata, spec })).toMatchObject({ status: 201 })
  expect(await send('GET', `${at('v2')}/one`)).toMatchObject({
    body: {
      apiVersion: 'autoscaling/v2',
      spec: {
        scaleTargetRef,
        metrics: [
          { resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  })
  expect(await send('GET', `${at('v1')}/one`)).toMatchObject({
    body: { apiVersion: 'autoscaling/v1', spec },
  })
  await server.close()
})
