import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { withReleaseLock } from '../with-release-lock.ts'
import { OwningStage } from './owning-stage-for-test.ts'

const never = new AbortController().signal

function crd(plural: string): KubeObject {
  const kind = `${plural[0]?.toUpperCase() ?? ''}${plural.slice(1)}`
  const schema = { openAPIV3Schema: { type: 'object' } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

let server: ApiServer
let client: KubeClient

beforeAll(async () => {
  server = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(server.answer, peer)
  client = createKubeClient({ transport, rateLimit: 'none' })
})

afterAll(() => server.close())

test.each(['leader', 'person'] as const)(
  'an install that meets another operation on its release brings no definition: %s',
  async (who) => {
    const stage = await OwningStage.open(client, `held-${who}`, who)
    const wanted = crd(`held${who}s`)
    const { leader } = stage.ports
    const other = { ...stage.ports, identity: 'another', ...(leader && { leader }) }
    const attempt = await withReleaseLock(
      stage.place,
      other,
      () => stage.install({ crds: JSON.stringify(wanted) }).catch((error: unknown) => error),
      never,
    )
    expect(attempt).toMatchObject({ code: 'busy' })
    expect(await stage.read(wanted)).toBeUndefined()
  },
)

test('an install whose definitions its templates ask for finds their kind served', async () => {
  const stage = await OwningStage.open(client, 'asks', 'person')
  const templates =
    '{{ if .Capabilities.APIVersions.Has "example.com/v1/Askeds" }}{apiVersion: v1, kind: ConfigMap, metadata: {name: asked}}{{ end }}'
  await stage.install({ crds: JSON.stringify(crd('askeds')), templates })
  const asked = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'asked' } }
  expect(await stage.read(asked)).toBeDefined()
})

test('an install brings definitions into a cluster that lacks the namespace of the release', async () => {
  const stage = new OwningStage(client, { namespace: 'to-come', name: 'r' }, 'person')
  await stage.install({ crds: JSON.stringify(crd('comings')) })
  expect(await stage.read(crd('comings'))).toBeDefined()
  expect(await stage.statuses()).toEqual(['deployed'])
})
