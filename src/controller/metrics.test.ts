import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { scriptedServer, silence } from '../kube/scripted-server-for-test.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { createControllerMetrics } from './metrics.ts'
import { PassesUnderWay } from './passes-under-way.ts'
import { KeyedQueue } from './queue.ts'
import { SharedInformers } from './shared-informers.ts'
import { runWorkers } from './worker.ts'

const resource = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
}

test('a controller at work can be read off its metrics', async () => {
  const clock = new VirtualClock()
  const registry = new Registry()
  const metrics = createControllerMetrics(registry, new PassesUnderWay(clock))
  const { client } = scriptedServer(clock, ({ query }) =>
    query['watch'] === 'true'
      ? { pieces: [silence] }
      : { json: { metadata: { resourceVersion: '1' }, items: [] } },
  )
  const informers = new SharedInformers(client, (selection) => ({
    streamList: false,
    observer: metrics.watch(selection),
  }))
  informers.informer({ resource }, {})
  metrics.followLag(() => informers.all())
  const queue = new KeyedQueue({ clock, random: () => 0, observer: metrics.queue('plugin') })
  const stop = new AbortController()
  let passes = 0
  const ends = [
    informers.run(stop.signal).catch(() => undefined),
    runWorkers(
      queue,
      async () => {
        if (passes++ === 0) throw new Error('first')
        return { do: 'rest' }
      },
      { clock, concurrency: 1, passed: metrics.passed('plugin') },
      stop.signal,
    ),
  ]
  queue.add('a')
  await clock.advance(130_000)
  const lines = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('outrigger_'))
  expect(lines).toEqual(
    expect.arrayContaining([
      'outrigger_queue_retries_total{controller="plugin"} 1',
      'outrigger_reconcile_total{controller="plugin",result="error"} 1',
      'outrigger_reconcile_total{controller="plugin",result="success"} 1',
      'outrigger_reconcile_seconds_count{controller="plugin"} 2',
      'outrigger_queue_wait_seconds_count{controller="plugin"} 2',
      'outrigger_watch_lists_total{kind="deployments.apps"} 1',
      'outrigger_watch_troubles_total{kind="deployments.apps"} 1',
      'outrigger_watch_connections_total{kind="deployments.apps"} 2',
      'outrigger_watch_lag_seconds{kind="deployments.apps"} 130',
    ]),
  )
  stop.abort()
  await clock.advance(30_000)
  await Promise.all(ends)
})
