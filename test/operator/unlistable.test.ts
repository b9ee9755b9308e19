import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { Transport } from '../../src/kube/transport.ts'
import { type KubeObject, nameOf } from '../../src/objects/kube-object.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { JumpingClock } from '../extensions/jumping-clock.ts'
import { OperatorStage } from './operator-stage.ts'
import { crds } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const more = 30
const clock = new JumpingClock()
let stage: OperatorStage

beforeAll(async () => {
  const sandbox = await startSandbox({})
  const peer = { certificate: { name: 'operator', groups: ['system:masters'] } }
  const transport = inProcessTransport(sandbox.server.answer, peer)
  // This kind is silent, as if its server were behind a broken network.
  const deaf: Transport = (request, signal) =>
    request.path.includes('/silents?')
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : transport(request, signal)
  const client = sandbox.client({ fieldManager: 'tester' })
  const cluster = { client, transport: deaf, close: () => sandbox.stop() }
  stage = await OperatorStage.open({ clock, cluster })
  await mkdir(join(stage.files, 'one', 'templates'), { recursive: true })
  await writeFile(
    join(stage.files, 'one', 'templates', 'all.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n',
  )
  await stage.start()
})

afterAll(() => stage.close())

test('what depends on objects of a kind that cannot be listed is refused, and holds nobody up', async () => {
  const dependsOn = [{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', name: 'a' }]
  for (let at = 0; at < more; at++) await stage.plugin(`review-${at}`, spec({ dependsOn }))
  await stage.plugin('after', spec({}))
  await stage.ready('after')
  for (let at = 0; at < more; at++) {
    const { status } = await stage.ready(`review-${at}`, 'InvalidSpec')
    const [ready] = status.conditions ?? []
    expect(ready?.message).toBe(
      'dependsOn names an object of authentication.k8s.io/v1 TokenReview, a kind that cannot be followed: it lacks list and watch and offers create; leave out its name to depend on the kind alone',
    )
    await stage.deletePlugin(`review-${at}`)
  }
  const kindAlone = dependsOn.map(({ name: _name, ...kind }) => kind)
  await stage.plugin('kind-alone', spec({ dependsOn: kindAlone }))
  await stage.ready('kind-alone')
})

test('a kind whose list is never answered is told after a while, and holds nobody up', async () => {
  await stage.apply(crds, crd)
  const dependsOn = [{ apiVersion: 'example.com/v1', kind: 'Silent', name: 'a' }]
  for (let at = 0; at < more; at++) await stage.plugin(`silent-${at}`, spec({ dependsOn }))
  await stage.until('all of them wait', async () =>
    stage.requests.some((request) => request.includes('/silents')),
  )
  await stage.plugin('beside', spec({}))
  await stage.until('it is told', async () => {
    await clock.jump(16_000)
    const told = await stage.readPlugin('silent-0')
    return told?.status.conditions?.[0]?.reason === 'ClusterUnreachable'
  })
  await stage.ready('beside')
  const { status } = await stage.ready('silent-0', 'ClusterUnreachable')
  expect(status.conditions?.[0]?.message).toContain(
    'dependsOn example.com/v1 Silent a cannot be looked at: silents could not be listed within 15 seconds',
  )
  for (let at = 0; at < more; at++) await stage.deletePlugin(`silent-${at}`)
  await stage.until('they can be deleted', async () => {
    const left = await stage.list(resourceOf(pluginKind))
    return left.every((one) => !nameOf(one).startsWith('silent-'))
  })
})

function spec(fields: object) {
  return { kind: 'template', repo: `file://${stage.files}/one`, ...fields }
}

const crd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'silents.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Silent', plural: 'silents', singular: 'silent', listKind: 'SilentList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
}
