import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { recordedTiller, tillerObject } from '../../../test/conformance/tiller/recorded.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'

// Releases as Helm 2's own library recorded them, converted, and then read and changed by the real helm 3 and 4. The tests are one story.
const run = promisify(execFile)
const tiller = 'tiller-store'

let folder = ''
let home: HelmHome
let kubeconfig = ''
let podsBefore = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-tiller-'))
  home = await makeHelmHome()
  kubeconfig = (await sharedControlPlane()).kubeconfig
  await kubectl('create', 'namespace', tiller)
  const records = recordedTiller.map((one) => tillerObject(one, tiller))
  await apply('records', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: records }))
  const chart = join(folder, 'shop')
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v1\nname: shop\nversion: 1.3.0\n')
  await writeFile(join(chart, 'values.yaml'), 'greeting: hello\n')
  await writeFile(join(chart, 'templates', 'all.yaml'), later)
})
afterAll(async () => {
  await kubectl('delete', 'namespace', tiller, 'store', '--wait=false', '--ignore-not-found')
  const own = ['--namespace', 'default', '--selector', 'owner=helm,name=least']
  await kubectl('delete', 'secrets', ...own, '--ignore-not-found')
  await home.remove()
  await rm(folder, { recursive: true })
})

/** A later version of the chart: without the label `heritage`, with the same pods. */
const later = `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop
  labels: {chart: shop-1.3.0, release: shop}
data:
  greeting: {{ .Values.greeting | quote }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels: {chart: shop-1.3.0, release: shop}
spec:
  replicas: 1
  selector:
    matchLabels: {app: shop}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
      - name: shop
        image: registry.example.com/shop:1.2.0
`

async function kubectl(...words: readonly string[]): Promise<string> {
  const all = [...words, '--kubeconfig', kubeconfig]
  return (await run(findOracle('kubectl-1.36'), all)).stdout
}

async function apply(name: string, text: string, ...words: readonly string[]): Promise<void> {
  const file = join(folder, `${name}.yaml`)
  await writeFile(file, text)
  await kubectl('create', '--filename', file, ...words)
}

async function convert(...words: readonly string[]) {
  const where = ['--tiller-ns', tiller, '--kubeconfig', kubeconfig]
  return await runCli(['release', 'convert', ...words, ...where])
}

async function byHelm(version: 'helm3' | 'helm4', ...words: readonly string[]): Promise<string> {
  const ran = await home.helm(findOracle(version), [...words, '--kubeconfig', kubeconfig])
  expect(ran, `${version} ${words.join(' ')}`).toMatchObject({ exitCode: 0 })
  return ran.stdout
}

const uids = 'jsonpath={.items[*].metadata.uid}'
const pods = () => kubectl('get', 'pods', '--namespace', 'store', '--output', uids)
const settle = () =>
  kubectl('rollout', 'status', 'deployment/shop', '--namespace', 'store', '--timeout', '60s')

const shop = recordedTiller.filter(({ read }) => read.name === 'shop')
const newest = shop.find(({ read }) => read.version === 3)?.read

test('a release whose namespace is gone is named, and the others are converted', async () => {
  const ran = await convert('--all')
  expect(ran.exitCode).toBe(1)
  expect(ran.stdout).toBe('default/least (failed): revisions 1 converted\n')
  expect(ran.stderr).toContain('error: shop: namespace store of release shop is not there')
})

test('a dry run tells and writes nothing', async () => {
  await kubectl('create', 'namespace', 'store')
  const manager = ['--field-manager', 'tiller', '--namespace', 'store']
  await apply('objects', newest?.manifest ?? '', ...manager)
  await settle()
  podsBefore = await pods()
  expect(podsBefore).not.toBe('')
  const ran = await convert('shop', '--release-versions-max', '2', '--dry-run')
  expect(ran).toMatchObject({
    exitCode: 0,
    stdout: 'store/shop (deployed): revisions 3, 2 would be converted; 1 older ones left out\n',
  })
  expect(await byHelm('helm3', 'list', '--all', '--short', '--namespace', 'store')).toBe('')
})

test('a conversion is taken up where an earlier one ended', async () => {
  await convert('shop', '--release-versions-max', '1')
  const ran = await convert('--all')
  expect(ran).toMatchObject({
    exitCode: 0,
    stdout: `store/gone (uninstalled): revisions 1 converted
default/least (failed): revisions 1 already there
store/shop (deployed): revisions 2, 1 converted, 3 already there
`,
  })
})

test.each(['helm3', 'helm4'] as const)('%s reads the release', async (version) => {
  const where = ['--namespace', 'store']
  const history = JSON.parse(await byHelm(version, 'history', 'shop', '-o', 'json', ...where))
  expect(history).toMatchObject([
    { revision: 1, status: 'superseded', chart: 'shop-1.2.0', app_version: '7' },
    { revision: 2, status: 'superseded', description: 'Upgrade complete' },
    { revision: 3, status: 'deployed', updated: '2019-01-01T00:03:00.5Z' },
  ])
  const manifest = await byHelm(version, 'get', 'manifest', 'shop', ...where)
  expect(manifest.trim()).toBe(newest?.manifest?.trim())
  const values = await byHelm(version, 'get', 'values', 'shop', '--all', '-o', 'json', ...where)
  expect(JSON.parse(values)).toEqual({ cache: { kind: 'memory', size: 3 }, greeting: 'good day' })
  expect(await byHelm(version, 'get', 'hooks', 'shop', ...where)).toContain('name: shop-test')
  expect(await byHelm(version, 'get', 'notes', 'shop', ...where)).toContain('Greets with good day.')
  expect(await byHelm(version, 'status', 'shop', ...where)).toContain('STATUS: deployed')
  expect(await byHelm(version, 'list', '--uninstalled', '--short', ...where)).toContain('gone')
})

test('ours upgrades it, and takes fields back that Tiller wrote', async () => {
  const where = ['--namespace', 'store', '--kubeconfig', kubeconfig, '--no-hooks']
  const upgraded = await runCli(['upgrade', 'shop', join(folder, 'shop'), ...where])
  expect(upgraded).toMatchObject({ exitCode: 0 })
  const labels = ['--namespace', 'store', '--output', 'jsonpath={.metadata.labels}']
  const left: unknown = JSON.parse(await kubectl('get', 'deployment', 'shop', ...labels))
  expect(left).toHaveProperty('chart', 'shop-1.3.0')
  expect(left).not.toHaveProperty('heritage')
  await settle()
  expect(await pods()).toBe(podsBefore)
})

test('helm 3 rolls it back, and helm 4 upgrades it', async () => {
  const where = ['--namespace', 'store']
  await byHelm('helm3', 'rollback', 'shop', '2', '--no-hooks', ...where)
  const greeting = () =>
    kubectl('get', 'configmap', 'shop', ...where, '--output', 'jsonpath={.data.greeting}')
  expect(await greeting()).toBe('welcome')
  const words = ['--set', 'greeting=from 4', '--no-hooks', ...where]
  await byHelm('helm4', 'upgrade', 'shop', join(folder, 'shop'), ...words)
  expect(await greeting()).toBe('from 4')
  await settle()
  expect(await pods()).toBe(podsBefore)
})

test('a release of Helm 3 that is another one is refused', async () => {
  await kubectl('delete', 'secrets', '--selector', 'name=shop', '--namespace', 'store')
  const where = ['--namespace', 'store', '--set', 'greeting=other', '--take-ownership']
  await byHelm('helm4', 'install', 'shop', join(folder, 'shop'), ...where, '--force-conflicts')
  const ran = await convert('shop', '--delete-v2-releases')
  expect(ran.exitCode).toBe(1)
  expect(ran.stderr).toContain(
    "release shop of Helm 3 in namespace store is another one than Tiller's",
  )
  const kept = ['get', 'configmaps', '--namespace', tiller, '--selector', 'NAME=shop']
  expect((await kubectl(...kept, '--output', 'name')).trim().split('\n')).toHaveLength(3)
  await kubectl('delete', 'secrets', '--selector', 'name=shop', '--namespace', 'store')
})

test('the records of Tiller go when that is asked for', async () => {
  const ran = await convert('shop', '--delete-v2-releases')
  expect(ran).toMatchObject({
    exitCode: 0,
    stdout: 'store/shop (deployed): revisions 3, 2, 1 converted; 3 records of Tiller deleted\n',
  })
  expect(await convert('shop')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('it has: gone, least') as string,
  })
})
