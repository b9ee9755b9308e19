import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { core } from '../operator/resources.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { ExtensionStage, platform } from './extension-stage.ts'
import { packChart } from './pack-chart.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(300_000)
const username = 'ada'
const password = 'sesame'
const tag = '{{ .Major }}.{{ .Minor }}.0'

const findCredentials = async () => ({ kind: 'password', username, password }) as const
const encoded = (text: string) => Buffer.from(text).toString('base64')

type Registry = Awaited<ReturnType<typeof startTemporaryRegistry>>

let stage: ExtensionStage
let registry: Registry
let other: Registry

beforeAll(async () => {
  registry = await startLocked()
  other = await startLocked()
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await registry.stop()
  await other.stop()
})

function startLocked(): Promise<Registry> {
  const login = `Basic ${encoded(`${username}:${password}`)}`
  const challenge = 'Basic realm="here"'
  return startTemporaryRegistry({
    checkAccess: ({ authorization }) => (authorization === login ? undefined : challenge),
  })
}

async function push(chart: string, note: string, { host }: Registry = registry): Promise<void> {
  const transport = createTransport()
  const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {note: "${note}"}
`
  const files = { 'templates/facts.yaml': template }
  const archive = packChart({ name: chart, version: '1.34.0', files })
  const created = '2026-01-01T00:00:00Z'
  const client = connectRegistry(host, { transport, findCredentials })
  await pushChart(client, { below: 'extensions', archive, created }, signal)
  await transport.close()
}

async function login(name: string, secret: string): Promise<void> {
  await stage.apply(core('Secret'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: platform },
    data: { username: encoded(username), password: encoded(secret) },
  })
}

function locked(name: string, { host }: Registry = registry, path = ''): JsonRecord {
  return { url: `oci://${host}/extensions${path}`, credentials: { secretName: name } }
}

async function offer(name: string, more: JsonRecord = { name: 'scaler' }): Promise<void> {
  await stage.put('Extension', name, { interval: '5m', sources: [{ tag, repo: name, ...more }] })
}

function noted(note: string) {
  return (found: KubeObject) => textAt(found, ['data', 'note']) === note
}

test.each([
  {
    name: 'no-repository',
    make: async () => {},
    reason: 'Waiting',
    message: `there is no Repository no-repository in ${platform}`,
  },
  {
    name: 'no-login',
    make: async () => {
      await stage.put('Repository', 'no-login', locked('no-login'))
    },
    reason: 'Waiting',
    message: `Secret ${platform}/no-login does not exist`,
  },
  {
    name: 'wrong-login',
    make: async () => {
      await login('wrong-login', 'guessed')
      await stage.put('Repository', 'wrong-login', locked('wrong-login'))
    },
    reason: 'SourceRefused',
    message: '401',
  },
  {
    name: 'no-registry',
    make: async () => {
      await login('no-registry', password)
      await stage.put('Repository', 'no-registry', {
        url: 'https://nowhere.example.test/charts.git',
      })
    },
    reason: 'InvalidSpec',
    message: 'Repository no-registry is not at an oci:// address, and only registries have tags',
  },
])('a tag that cannot be looked at says why, and comes when it can: $name', async (row) => {
  const { name, make, reason, message } = row
  await push('scaler', 'first')
  await make()
  await offer(name)
  await stage.put('ExtensionInstance', name, { extension: name })
  const found = await stage.ready('ExtensionInstance', name, reason)
  const told = conditionOf(found, 'Ready')
  expect(told).toMatchObject({ status: 'False' })
  expect(told?.message).toContain(message)
  expect(told?.message).not.toContain('guessed')
  // Put right, and nobody waits for a timer.
  await login(name, password)
  await stage.put('Repository', name, locked(name))
  const there = await stage.ready('ExtensionInstance', name)
  const digest = textAt(there, ['status', 'digest'])
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(readPath(await stage.get('Plugin', name), ['spec'])).toMatchObject({
    repo: name,
    name: 'scaler',
    version: digest,
  })
  expect(await stage.data(`${name}-facts`)).toEqual({ note: 'first' })
})

test('a tag behind a login is followed when it moves, and when its registry does', async () => {
  await push('mover', 'first')
  await login('moves', password)
  // The address is the chart itself, so that the source needs no name.
  await stage.put('Repository', 'moves', locked('moves', registry, '/mover'))
  await offer('moves', {})
  await stage.put('ExtensionInstance', 'moves', { extension: 'moves' })
  await stage.put('ExtensionInstance', 'stays', { extension: 'moves', upgrade: 'manual' })
  const first = await stage.ready('ExtensionInstance', 'moves')
  const running = textAt(await stage.ready('ExtensionInstance', 'stays'), ['status', 'digest'])

  await push('mover', 'second')
  await stage.clock.jump(310_000)
  await stage.until('ConfigMap', 'moves-facts', noted('second'))
  const second = await stage.ready('ExtensionInstance', 'moves')
  expect(textAt(second, ['status', 'digest'])).not.toBe(textAt(first, ['status', 'digest']))
  const told = await stage.until(
    'ExtensionInstance',
    'stays',
    (one) => textAt(one, ['status', 'available']) !== '',
  )
  expect(textAt(told, ['status', 'available'])).toBe(
    `1.34.0@${textAt(second, ['status', 'digest'])}`,
  )
  expect(textAt(told, ['status', 'digest'])).toBe(running)
  expect(await stage.data('stays-facts')).toEqual({ note: 'first' })

  await push('mover', 'third', other)
  await stage.put('Repository', 'moves', locked('moves', other, '/mover'))
  await stage.until('ConfigMap', 'moves-facts', noted('third'))
  await stage.ready('ExtensionInstance', 'moves')

  // Somebody changes the password: what runs goes on, and says that nobody looks after it.
  await login('moves', 'guessed')
  const lost = await stage.until('ExtensionInstance', 'moves', (one) =>
    (conditionOf(one, 'Ready')?.message ?? '').includes('its tag cannot be looked at'),
  )
  expect(conditionOf(lost, 'Ready')).toMatchObject({ status: 'True', reason: 'Installed' })
})

test('a rehearsal looks at a tag with the same credentials', async () => {
  await push('rehearsed', 'first')
  await login('rehearsed', password)
  await stage.put('Repository', 'rehearsed', locked('rehearsed'))
  await offer('rehearsed', { name: 'rehearsed', tag: '1.34.0' })
  await stage.put('ExtensionInstance', 'rehearsed', { extension: 'rehearsed' })
  await stage.ready('ExtensionInstance', 'rehearsed')
  await stage.put('Cluster', 'own', { inCluster: true })
  await stage.until('Cluster', 'own', (one) => textAt(one, ['status', 'phase']) === 'Running')
  const { instances } = await stage.rehearsal('own', async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    return rehearse({ cluster: context.cluster, from, to: '1.35', kubelets }, context, signal)
  })
  const found = instances.find(({ extension }) => extension === 'rehearsed')
  expect(found).toMatchObject({ later: { source: 'rehearsed/rehearsed:1.34.0' }, blocks: [] })
})
