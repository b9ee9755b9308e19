import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createControllerMetrics } from '../../controller/metrics.ts'
import { PassesUnderWay } from '../../controller/passes-under-way.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { serveOperator } from './serve-operator.ts'

test('a pass that hangs is named by /readyz, with since when, and counted by /metrics', async () => {
  const clock = new VirtualClock()
  const passes = new PassesUnderWay(clock)
  const registry = new Registry()
  const metrics = createControllerMetrics(registry, passes)
  const notReady = () => passes.describeStuck()
  const endpoint = await serveOperator({ host: '127.0.0.1', port: 0, registry, notReady })
  const ask = async (path: string) => {
    const answer = await fetch(`${endpoint.url}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  try {
    const tracker = metrics.tracker('plugin')
    tracker.moved('team/web', 'worker')
    tracker.moved('team/waits', 'off-worker')
    await clock.advance(600_000)
    expect(await ask('/readyz')).toEqual({ status: 200, text: 'ok\n' })
    await clock.advance(60_001)
    expect(await ask('/readyz')).toEqual({
      status: 503,
      text: 'stuck passes: plugin team/web since 2026-01-01T00:00:00.000Z\n',
    })
    const { text } = await ask('/metrics')
    expect(text.split('\n').filter((line) => line.startsWith('outrigger_pass'))).toEqual([
      'outrigger_passes_under_way{controller="plugin",where="worker"} 1',
      'outrigger_passes_under_way{controller="plugin",where="off-worker"} 1',
      'outrigger_pass_oldest_seconds{controller="plugin",where="worker"} 660.001',
      'outrigger_pass_oldest_seconds{controller="plugin",where="off-worker"} 660.001',
      'outrigger_passes_stuck{controller="plugin"} 1',
    ])
    tracker.ended('team/web')
    expect(await ask('/readyz')).toEqual({ status: 200, text: 'ok\n' })
  } finally {
    await endpoint.stop()
  }
})
