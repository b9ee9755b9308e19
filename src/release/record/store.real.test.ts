import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import type { OracleName } from '../../../test/oracles/catalogue.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { labelsOf, nameOf, ownersOf } from '../../objects/kube-object.ts'
import type { ReleaseRecord, ReleaseStatus } from '../release.ts'
import {
  type OutriggerRecord,
  readOutriggerRecord,
  writeOutriggerRecord,
} from './outrigger-record.ts'
import { configMaps, secrets } from '../../kube/objects/core-resources.ts'
import { hasLeftOutFiles } from './codec/split-record.ts'
import { userLabels } from './storage-object.ts'
import { type BrokenRevision, ReleaseStore } from './store.ts'

const { signal } = new AbortController()
const both = ['helm3', 'helm4'] as const
let home: HelmHome
let cluster: ConnectedClient
let store: ReleaseStore
let kubeconfig = ''
const broken: BrokenRevision[] = []

beforeAll(async () => {
  ;({ kubeconfig } = await sharedControlPlane())
  home = await makeHelmHome()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
  store = new ReleaseStore({ client: cluster.client, onBroken: (one) => broken.push(one) })
})

afterAll(async () => {
  await cluster.close()
  await home.remove()
})

async function helm(oracle: OracleName, namespace: string, ...words: string[]): Promise<string> {
  const all = [...words, '-n', namespace, '--kubeconfig', kubeconfig]
  const ran = await home.helm(findOracle(oracle), all)
  return ran.stdout + ran.stderr
}

async function makeNamespace(name: string): Promise<string> {
  const resource = { ...secrets, resource: 'namespaces', kind: 'Namespace', namespaced: false }
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
  await createObject(cluster.client, resource, object, {}, signal)
  return name
}

function recordOf(
  namespace: string,
  version: number,
  status: ReleaseStatus,
  more: { readonly manifest?: string } = {},
): ReleaseRecord {
  const time = `2026-01-02T03:04:0${version % 10}Z`
  return {
    name: 'web',
    info: { first_deployed: time, last_deployed: time, description: `number ${version}`, status },
    chart: {
      metadata: { name: 'shop', version: '1.2.3', apiVersion: 'v2', appVersion: '7' },
      lock: null,
      templates: [{ name: 'templates/a.yaml', data: 'YQ==' }],
      values: { a: 1 },
      schema: null,
      schemamodtime: '0001-01-01T00:00:00Z',
      files: null,
    },
    config: { b: 2 },
    manifest:
      '---\n# Source: shop/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    version,
    namespace,
    apply_method: 'ssa',
    ...more,
  }
}

const plain = { labels: {}, maxHistory: 10 }

async function ownSecrets(namespace: string) {
  const labelSelector = 'outrigger.dev/release=web'
  const where = { resource: secrets, namespace, labelSelector }
  return (await listObjects(cluster.client, where, {}, signal)).objects
}

test.each(both)('%s reads what we write', async (oracle) => {
  const namespace = await makeNamespace(`store-reads-${oracle}`)
  const options = { labels: { team: 'blue', owner: 'me' }, maxHistory: 10 }
  await store.create(recordOf(namespace, 1, 'superseded'), options, signal)
  await store.create(recordOf(namespace, 2, 'pending-upgrade'), options, signal)
  await store.update(recordOf(namespace, 2, 'deployed'), options.labels, signal)
  expect(await helm(oracle, namespace, 'list')).toMatch(
    /^web\s.*\s2\s.*deployed\s+shop-1\.2\.3\s+7/m,
  )
  expect(await helm(oracle, namespace, 'list', '-l', 'team=blue')).toContain('shop-1.2.3')
  const history = await helm(oracle, namespace, 'history', 'web')
  expect(history).toMatch(/^1\s.*superseded.*number 1/m)
  expect(history).toMatch(/^2\s.*deployed.*number 2/m)
  expect(await helm(oracle, namespace, 'get', 'values', 'web', '-o', 'json')).toBe('{"b":2}\n')
  expect(await helm(oracle, namespace, 'get', 'manifest', 'web')).toContain('metadata: {name: a}')
  const labels = (await store.history({ namespace, name: 'web' }, signal)).map((one) => one.labels)
  expect(labels.map((one) => Object.keys(one).toSorted())).toEqual([
    ['createdAt', 'name', 'owner', 'status', 'team', 'version'],
    ['modifiedAt', 'name', 'owner', 'status', 'team', 'version'],
  ])
  expect(userLabels(labels[1] ?? {})).toEqual({ team: 'blue' })
})

test('ConfigMaps hold records as well', async () => {
  const namespace = await makeNamespace('store-configmap')
  const maps = new ReleaseStore({ client: cluster.client, driver: 'configmap' })
  await maps.create(recordOf(namespace, 1, 'deployed'), plain, signal)
  const where = { resource: configMaps, namespace, labelSelector: 'owner=helm' }
  expect((await listObjects(cluster.client, where, {}, signal)).objects).toHaveLength(1)
  expect((await maps.deployed({ namespace, name: 'web' }, signal))?.record.version).toBe(1)
  expect(await store.last({ namespace, name: 'web' }, signal)).toBeUndefined()
})

test('a revision is there once', async () => {
  const namespace = await makeNamespace('store-once')
  await store.create(recordOf(namespace, 1, 'deployed'), plain, signal)
  const again = store.create(recordOf(namespace, 1, 'deployed'), plain, signal)
  await expect(again).rejects.toMatchObject({ code: 'exists' })
  const gone = store.update(recordOf(namespace, 2, 'deployed'), {}, signal)
  await expect(gone).rejects.toMatchObject({ code: 'gone' })
})

test('what cannot be read is passed over and told', async () => {
  const namespace = await makeNamespace('store-broken')
  await store.create(recordOf(namespace, 1, 'deployed'), plain, signal)
  const name = 'sh.helm.release.v1.web.v2'
  const labels = { name: 'web', owner: 'helm', status: 'failed', version: '2' }
  const metadata = { name, namespace, labels }
  const data = { release: Buffer.from('no release').toString('base64') }
  const object = { apiVersion: 'v1', kind: 'Secret', metadata, data }
  await createObject(cluster.client, secrets, object, {}, signal)
  const place = { namespace, name: 'web' }
  expect((await store.last(place, signal))?.record.version).toBe(1)
  expect(broken).toEqual([
    { namespace, name: 'web', revision: 2, reason: 'the record is not JSON' },
  ])
  const listed = await store.list({ namespace }, signal)
  expect(listed.map(({ revision, status }) => [revision, status])).toEqual([
    [1, 'deployed'],
    [2, 'failed'],
  ])
})

test('the oldest revisions make room, but the deployed one stays', async () => {
  const namespace = await makeNamespace('store-prune')
  const statuses: ReleaseStatus[] = ['superseded', 'deployed', 'failed', 'failed', 'failed']
  for (const [at, status] of statuses.entries()) {
    const options = { labels: {}, maxHistory: 3 }
    await store.create(recordOf(namespace, at + 1, status), options, signal)
  }
  const left = await store.outline({ namespace, name: 'web' }, signal)
  expect(left.map(({ revision }) => revision)).toEqual([2, 4, 5])
})

const outriggerRecord: OutriggerRecord = {
  intent: { verb: 'install', stage: 'intended', planDigest: 'abc', supersedes: [] },
  holder: 'me',
  entropy: {
    random: new Uint8Array([0, 255, 1]),
    now: 1_700_000_000_000_000_000n,
    keys: [{ kind: 'ecdsa-p256', key: new Uint8Array([1, 2]) }],
  },
  lookups: { 'v1/Secret/shop/login': 'sha256:1' },
  plan: { create: 3 },
}

test('what only we know is beside the record and goes with it', async () => {
  const namespace = await makeNamespace('store-companion')
  const record = recordOf(namespace, 1, 'pending-install')
  const target = { client: cluster.client, namespace, name: 'web' }
  await store.create(record, { ...plain, outriggerRecord }, signal)
  const deployed = { ...record, info: { ...record.info, status: 'deployed' as const } }
  await store.update(deployed, {}, signal)
  const found = await store.last(target, signal)
  expect(await readOutriggerRecord(target, found?.record ?? record, signal)).toEqual(
    outriggerRecord,
  )
  const other = { ...record, config: { b: 3 } }
  expect(await readOutriggerRecord(target, other, signal)).toBeUndefined()
  const done = { ...outriggerRecord, intent: { ...outriggerRecord.intent, stage: 'done' as const } }
  await writeOutriggerRecord(target, record, done, signal)
  expect(await readOutriggerRecord(target, record, signal)).toEqual(done)
  const [own] = await ownSecrets(namespace)
  expect(own).toMatchObject({ type: 'outrigger.dev/release.v1' })
  expect(own === undefined ? [] : ownersOf(own)).toMatchObject([
    { kind: 'Secret', name: 'sh.helm.release.v1.web.v1' },
  ])
  await store.delete(target, 1, signal)
  expect(await ownSecrets(namespace)).toEqual([])
  expect(await store.last(target, signal)).toBeUndefined()
})

test.each(both)('what only we know goes when %s uninstalls the release', async (oracle) => {
  const namespace = await makeNamespace(`store-owned-${oracle}`)
  await store.create(recordOf(namespace, 1, 'deployed'), { ...plain, outriggerRecord }, signal)
  expect(await ownSecrets(namespace)).toHaveLength(1)
  expect(await helm(oracle, namespace, 'uninstall', 'web')).toContain('uninstalled')
  await expect.poll(() => ownSecrets(namespace), { timeout: 60_000 }).toEqual([])
})

// Text that gzip cannot make smaller.
function noise(bytes: number): string {
  return randomBytes(bytes / 2).toString('hex')
}

test('a plan that is too large is left out of what we know', async () => {
  const namespace = await makeNamespace('store-large-plan')
  const target = { client: cluster.client, namespace, name: 'web' }
  const record = recordOf(namespace, 1, 'deployed')
  const large = { ...outriggerRecord, plan: noise(3_000_000) }
  await store.create(record, { ...plain, outriggerRecord: large }, signal)
  const { plan: _plan, ...rest } = outriggerRecord
  expect(await readOutriggerRecord(target, record, signal)).toEqual(rest)
})

test('a chart whose files are too large is kept without them', async () => {
  const namespace = await makeNamespace('store-light')
  const small = recordOf(namespace, 1, 'deployed')
  const files = [{ name: 'large', data: Buffer.from(noise(1_800_000)).toString('base64') }]
  const record = { ...small, chart: { ...small.chart, files } }
  await store.create(record, plain, signal)
  const found = await store.last({ namespace, name: 'web' }, signal)
  expect(found && hasLeftOutFiles(found.record)).toBe(true)
  expect(found?.record.manifest).toBe(record.manifest)
  for (const oracle of both) {
    expect(await helm(oracle, namespace, 'get', 'manifest', 'web')).toContain('{name: a}')
  }
})

test('what is larger than a Secret is kept in parts that helm leaves alone', async () => {
  const namespace = await makeNamespace('store-parts')
  const target = { client: cluster.client, namespace, name: 'web' }
  const large = `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: ${noise(4_000_000)}}\n`
  const record = recordOf(namespace, 1, 'pending-install', { manifest: large })
  await store.create(record, { ...plain, outriggerRecord }, signal)
  const deployed = {
    ...record,
    info: { ...record.info, status: 'deployed' as const, notes: 'thanks' },
  }
  await store.update(deployed, {}, signal)
  const own = await ownSecrets(namespace)
  expect(own.map(nameOf).toSorted()).toEqual([
    'outrigger.release.v1.web.v1',
    expect.stringMatching(/^outrigger\.release\.v1\.web\.v1\.[0-9a-f]{12}\.0$/),
    expect.stringMatching(/\.1$/),
    expect.stringMatching(/\.2$/),
  ])
  expect(own.every((one) => ownersOf(one).length === 1)).toBe(true)
  expect(own.every((one) => labelsOf(one)['owner'] === undefined)).toBe(true)
  const found = await store.last(target, signal)
  expect(found?.record).toMatchObject({ ...deployed, chart: { templates: null } })
  expect(await readOutriggerRecord(target, deployed, signal)).toEqual(outriggerRecord)
  const stays = 'UseOutriggerForThisRelease'
  for (const oracle of both) {
    expect(await helm(oracle, namespace, 'list')).toMatch(/^web\s.*deployed\s+shop-1\.2\.3/m)
    expect(await helm(oracle, namespace, 'history', 'web')).toMatch(/^1\s.*deployed.*number 1/m)
    const upgrade = ['upgrade', 'web', 'test/charts/charts/deprecated']
    expect(await helm(oracle, namespace, ...upgrade)).toContain(stays)
    expect(await helm(oracle, namespace, 'uninstall', 'web')).toContain('failed to delete release')
    const kept = await store.last(target, signal)
    expect(kept?.record.manifest).toBe(large)
    expect(kept?.record.info.status).toBe('uninstalling')
    await store.update(deployed, {}, signal)
  }
  await store.purge(target, signal)
  expect(await ownSecrets(namespace)).toEqual([])
})
