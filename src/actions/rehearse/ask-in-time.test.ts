import { expect, test } from 'vitest'
import { createKubeClient } from '../../kube/client.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { askInTime } from './ask-in-time.ts'

test('a cluster that accepts connections and says nothing is told after ten seconds', async () => {
  const clock = new VirtualClock()
  const client = createKubeClient({
    clock,
    transport: (_request, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
  })
  const asked = askInTime('edge-1', client, new AbortController().signal).catch(String)
  await clock.advance(10_000)
  expect(await asked).toContain('cluster edge-1 did not answer within 10 seconds')
})
