import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { customResourceDefinition } from '../../kinds/custom-resource-definition.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { repositoryKind } from '../../kinds/repository.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { core, crds } from '../../../test/operator/resources.ts'
import { readRepositories } from './read-repositories.ts'

const { signal } = new AbortController()
const platformNamespace = 'outrigger-system'

let api: ApiServer
let client: KubeClient

beforeAll(async () => {
  api = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(api.answer, peer)
  client = createKubeClient({ transport, rateLimit: 'none' })
  const crd = customResourceDefinition(repositoryKind) as KubeObject
  await applyObject(client, crds, crd, {}, signal)
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platformNamespace } }
  await applyObject(client, core('Namespace'), namespace, {}, signal)
})

afterAll(() => api.close())

test('a Repository is found as the operator enters it: by the digest of its index and the name of its place', async () => {
  const metadata = { name: 'charts', namespace: platformNamespace }
  const { kind } = repositoryKind
  const resource = resourceOf(repositoryKind)
  const spec = { url: 'https://charts.example.com' }
  await expect
    .poll(() => applyObject(client, resource, { apiVersion, kind, metadata, spec }, {}, signal))
    .toBeDefined()
  const status = { digest: 'sha256:abc', charts: 1, versions: 1 }
  const told = { apiVersion, kind, metadata, status }
  await applyObject(client, resource, told, { subresource: 'status', force: true }, signal)
  const options = { client, indexFolder: '/indexes', platformNamespace }
  const found = (await readRepositories(options, signal)).find('charts', 'team')
  expect(found).toMatchObject({
    state: 'found',
    entry: { digest: 'abc' },
    source: { address: spec.url, repositoryName: 'outrigger-system_charts' },
  })
})
