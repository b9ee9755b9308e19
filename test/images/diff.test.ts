import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { isKubeError } from '../../src/kube/errors.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { type KubeObject, uidOf } from '../../src/objects/kube-object.ts'
import { resources } from '../../src/sandbox/resources.ts'
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve-sandbox.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { signal } = new AbortController()
const patienceMilliseconds = 40_000
let folder = ''
let served: ServedSandbox
let kubeconfig = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-diff-'))
  served = await serveSandbox({ folder: join(folder, 'sandbox'), port: 0, name: 'diff' })
  kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, served.kubeconfig)
  await playOperator(served.sandbox.client({ fieldManager: 'operator' }))
  await installWeb()
})
afterAll(async () => {
  await served.stop()
  await rm(folder, { recursive: true })
})

const databases: ApiResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'databases',
  kind: 'Database',
  namespaced: true,
}
const definitions: ApiResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
}
const labels = { app: 'db' }
const main = 'quay.io/team/db:16'
const sidecar = 'quay.io/team/backup:2'

/** A custom resource, and the StatefulSet that its operator makes of it: one image from its field, one of its own. */
async function playOperator(client: KubeClient): Promise<void> {
  await createObject(client, definitions, definition, {}, signal)
  const database = await createdWhenServed(client, {
    apiVersion: 'example.com/v1',
    kind: 'Database',
    metadata: { name: 'orders', namespace: 'default' },
    spec: { members: [{ picture: main }] },
  })
  const owner = { apiVersion: 'example.com/v1', kind: 'Database', name: 'orders', controller: true }
  const containers = [
    { name: 'db', image: main },
    { name: 'backup', image: sidecar },
  ]
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: 'orders',
      namespace: 'default',
      ownerReferences: [{ ...owner, uid: uidOf(database) }],
    },
    spec: {
      replicas: 2,
      serviceName: 'orders',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  }
  await createObject(client, resources.statefulSets, set, {}, signal)
}

const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'databases.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'databases', singular: 'database', kind: 'Database' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
}

async function createdWhenServed(client: KubeClient, object: KubeObject): Promise<KubeObject> {
  for (const deadline = Date.now() + patienceMilliseconds; ; await sleep(50)) {
    try {
      return (await createObject(client, databases, object, {}, signal)).object
    } catch (error) {
      if (!isKubeError(error) || Date.now() > deadline) throw error
    }
  }
}

async function installWeb(): Promise<void> {
  const chart = join(folder, 'web')
  await runCli(['create', chart])
  const { exitCode, stdout } = await outrigger(['install', 'web', chart])
  expect(stdout).toContain('STATUS: deployed')
  expect(exitCode).toBe(0)
}

const outrigger = (words: readonly string[]) => runCli([...words, '--kubeconfig', kubeconfig])

/** Asks again until pods have come to run. */
async function eventually(words: readonly string[], text: string): Promise<string> {
  for (const deadline = Date.now() + patienceMilliseconds; ; await sleep(100)) {
    const { stdout, stderr } = await outrigger(words)
    if (stdout.includes(text)) return stdout
    if (Date.now() > deadline) throw new Error(`waited in vain for ${text}: ${stdout}${stderr}`)
  }
}

test('images that an operator brought are told with its custom resource, and those of releases are not', async () => {
  const printed = await eventually(['images', 'diff', '-o', 'wide'], 'default/orders-1')
  expect(printed.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^IMAGE\s+BROUGHT BY\s+PODS\s+NAMES$/),
    expect.stringMatching(
      /^quay\.io\/team\/db:16\s+Database default\/orders\s+2\s+default\/orders-0,default\/orders-1$/,
    ),
    expect.stringMatching(
      /^quay\.io\/team\/backup:2\s+Database default\/orders\s+2\s+default\/orders-0,default\/orders-1$/,
    ),
  ])
})

test('its rows are those by which the next list knows the images', async () => {
  const rows = await eventually(['images', 'diff', '-o', 'rows'], sidecar)
  expect(rows).toBe(
    [
      'image example.com Database spec.members[].picture # Database default/orders',
      `also ${sidecar} # Database default/orders`,
      '',
    ].join('\n'),
  )
  const table = join(folder, 'images.table')
  await writeFile(table, rows)
  const chart = join(folder, 'orders')
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: orders\nversion: 1.0.0\n')
  await writeFile(
    join(chart, 'templates', 'database.yaml'),
    `apiVersion: example.com/v1\nkind: Database\nmetadata: {name: x}\nspec: {members: [{picture: ${main}}]}\n`,
  )
  const { stdout } = await runCli(['images', 'list', chart, '--table', table, '-o', 'name'])
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual([`image/${sidecar}`, `image/${main}`])
  // The resource itself is of no release, so only what is listed by name is known now.
  const left = await eventually(['images', 'diff', '--table', table, '-o', 'name'], main)
  expect(left).toBe(`image/${main}\n`)
})

test('the list of a cluster has what releases and pods name', async () => {
  const printed = await eventually(['images', 'list', 'cluster', '-o', 'name'], sidecar)
  const found = printed.trimEnd().split('\n')
  const web = ['image/busybox:1.37', 'image/nginxinc/nginx-unprivileged:1.29']
  expect(found).toEqual([...web, `image/${sidecar}`, `image/${main}`])
})
