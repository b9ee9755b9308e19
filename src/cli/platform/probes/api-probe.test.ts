import { expect, test } from 'vitest'
import { createKubeClient } from '../../../kube/client.ts'
import type { Transport } from '../../../kube/transport.ts'
import { startSandbox } from '../../../sandbox/start-sandbox.ts'
import { inProcessTransport } from '../../../apiserver/http/in-process.ts'
import { apiProbe } from './api-probe.ts'

test('a probe tells that the API server is gone, and that it is back at once', async () => {
  const sandbox = await startSandbox()
  const peer = { certificate: { name: 'operator', groups: ['system:masters'] } }
  const there = inProcessTransport(sandbox.server.answer, peer)
  let isGone = false
  let asked = 0
  const transport: Transport = async (request, signal) => {
    asked++
    if (isGone) throw new Error('connect ECONNREFUSED')
    return there(request, signal)
  }
  const probe = apiProbe(createKubeClient({ transport }))
  const { signal } = new AbortController()
  try {
    expect(await probe(signal)).toBeUndefined()
    isGone = true
    const [one, other] = await Promise.all([probe(signal), probe(signal)])
    expect(one).toMatch(/^the API server does not answer: .*ECONNREFUSED/)
    expect(other).toBe(one)
    expect(asked).toBe(2)
    isGone = false
    expect(await probe(signal)).toBeUndefined()
  } finally {
    await sandbox.stop()
  }
})
