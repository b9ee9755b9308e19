import { expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { customResourceDefinition } from '../../kinds/custom-resource-definition.ts'
import { repositoryKind } from '../../kinds/repository.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { applyObject } from '../objects/apply-object.ts'
import { createKubeClient } from '../client.ts'
import { Discovery } from './discovery.ts'
import { followDiscovery } from './follow-discovery.ts'

const crds = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
} as const

// A real server lists a kind some time after the last that it tells of its definition.
test('after a definition has changed, the server is asked again when it has had the time', async () => {
  const api = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(api.answer, peer)
  const clock = new VirtualClock()
  const client = createKubeClient({ transport, clock, rateLimit: 'none' })
  const discovery = new Discovery(client)
  let forgotten = 0
  const counting = {
    findKind: discovery.findKind.bind(discovery),
    invalidate: () => void forgotten++,
  }
  const stop = new AbortController()
  const ended = Promise.allSettled([followDiscovery(client, counting, {}, stop.signal)])
  await vi.waitFor(() => expect(forgotten).toBeGreaterThan(0))
  const crd = customResourceDefinition(repositoryKind) as KubeObject
  const before = forgotten
  await applyObject(client, crds, crd, {}, stop.signal)
  await vi.waitFor(() => expect(forgotten).toBeGreaterThan(before))
  const told = forgotten
  await clock.advance(1000)
  const later = forgotten
  expect(later).toBeGreaterThan(told)
  await clock.advance(4000)
  expect(forgotten).toBeGreaterThan(later)
  stop.abort(new Error('enough'))
  expect(await ended).toMatchObject([{ status: 'rejected' }])
  await api.close()
})
