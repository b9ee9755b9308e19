import { expect, test } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { createKubeClient } from '../../kube/client.ts'
import type { Transport } from '../../kube/transport.ts'
import { act } from './act.ts'
import type { Action } from './action.ts'
import { ClusterView } from './cluster-view.ts'

const metadata = (name: string) => ({ name, namespace: 'default' })
const claim = (name: string): Action => ({
  do: 'create',
  in: 'persistentVolumeClaims',
  object: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata(name),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
})
const pod = (name: string): Action => ({
  do: 'create',
  in: 'pods',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(name),
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  },
})

test('what is alike is made at once, what is of another kind when that is there', async () => {
  const server = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'tester', groups: ['system:masters'] } }
  const direct = inProcessTransport(server.answer, peer)
  const log: string[] = []
  const transport: Transport = async (request, signal) => {
    const what = request.path.split('?')[0]?.split('/').at(-1)
    if (request.method === 'POST') log.push(`${what} asked`)
    const answer = await direct(request, signal)
    if (request.method === 'POST') log.push(`${what} made`)
    return answer
  }
  const client = createKubeClient({ transport, rateLimit: 'none' })
  const stop = new AbortController()
  const view = new ClusterView(client, () => {})
  const running = view.run(stop.signal).catch(() => {})
  await view.untilSynced(stop.signal)
  const ports = { client, view, manager: 'test', tell: () => {} }
  await act([claim('a'), claim('b'), pod('one')], ports, stop.signal)
  expect(log).toEqual([
    'persistentvolumeclaims asked',
    'persistentvolumeclaims asked',
    'persistentvolumeclaims made',
    'persistentvolumeclaims made',
    'pods asked',
    'pods made',
  ])
  stop.abort()
  await running
  await server.close()
})
