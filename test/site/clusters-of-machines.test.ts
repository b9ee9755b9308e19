import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import { type ServedSandbox, serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { secrets } from '../../src/kube/objects/core-resources.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import type { KubeRequest } from '../../src/kube/request.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { jobNamespace, jobs } from '../../src/site/runner/job-objects.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const never = new AbortController().signal
const namespace = 'outrigger-system'
const resource = resourceOf(clusterKind)
const stopping = new AbortController()

let folder = ''
let home: ServedSandbox
let other: ServedSandbox
let operator: Promise<unknown> = Promise.resolve()

// A provider whose conditions are about no machine: they run beside the operator.
const provider = `name: desk
version: 1.0.0
create:
  - {name: EnsureKubelet, scope: cluster, command: 'echo kubelet >>"$LOG"'}
  - {name: EnsureKubeadm, scope: cluster, command: 'echo kubeadm >>"$LOG"'}
  - {name: EnsureStoreCredential, scope: cluster, command: 'cat "$OTHER"', output: kubeconfig}
  - {name: EnsureGalaxy, scope: cluster, image: 'tools:1', command: 'true', about: a Job of it has run}
  - {name: EnsureCilium, scope: cluster, image: sandbox.outrigger.dev/fail, command: 'true', attempts: 1}
  - {name: EnsurePostInstallHook, scope: cluster, nothing: nobody asked, mayBeDelegated: true}
upgrade:
  - {name: EnsureUpgrade, scope: cluster, command: 'echo upgrade $OUTRIGGER_KUBERNETES_VERSION >>"$LOG"'}
scaleDown:
  - {name: EnsureRemoveNode, scope: cluster, command: 'echo leave $OUTRIGGER_LEAVING_NAMES >>"$LOG"'}
delete:
  - {name: EnsureRemoveMachine, scope: cluster, command: 'test ! -e "$STUCK" && echo remove >>"$LOG"', attempts: 1}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-machines-'))
  const serve = (name: string) =>
    serveSandbox({ folder: join(folder, name), port: 0, userAgent: 'test', onFailure: () => {} })
  ;[home, other] = [await serve('home'), await serve('other')]
  await mkdir(join(folder, 'providers/desk'), { recursive: true })
  await writeFile(join(folder, 'providers/desk/provider.yaml'), provider)
  const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
  const objects = platformObjects(input, join(import.meta.dirname, '../../src/cli/main.ts'))
  await applyPlatform(objects, 'accept', { client: home.client, told: () => {} }, never)
  operator = runOperator(
    {
      client: losing(home.client),
      fetching: { policy: strictPolicy, indexFolder: folder, fileRoot: folder },
      platformNamespace: namespace,
      identity: 'test',
      machines: {
        providers: join(folder, 'providers'),
        folder: join(folder, 'keys'),
        env: {
          ...process.env,
          LOG: join(folder, 'log'),
          OTHER: other.kubeconfig,
          STUCK: join(folder, 'stuck'),
        },
      },
    },
    stopping.signal,
  )
})
afterAll(async () => {
  stopping.abort()
  await operator.catch(() => {})
  await home.stop()
  await other.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A write that the server does not take, once. */
let lost: ((request: KubeRequest) => boolean) | undefined

function losing(client: KubeClient): KubeClient {
  return {
    ...client,
    exchange: async (request, signal) => {
      if (lost?.(request) !== true) return await client.exchange(request, signal)
      lost = undefined
      throw new KubeError('server-error', 'etcdserver: no leader', { status: 500 })
    },
    impersonating: (who) => losing(client.impersonating(who)),
    withPriority: (priority) => losing(client.withPriority(priority)),
    withWriteCheck: (check) => losing(client.withWriteCheck(check)),
  }
}

function put(spec: JsonObject, annotations: Readonly<Record<string, string>> = {}) {
  const metadata = { name: 'desk', annotations }
  const body = { apiVersion, kind: 'Cluster', metadata, spec }
  return applyObject(home.client, resource, body, { force: true }, never)
}

function read(): Promise<KubeObject | undefined> {
  return getObject(home.client, { resource, name: 'desk' }, {}, never)
}

async function until(holds: (cluster: KubeObject) => boolean): Promise<KubeObject> {
  let found: KubeObject | undefined
  await expect
    .poll(
      async () => {
        found = await read()
        return found !== undefined && holds(found) ? '' : JSON.stringify(found?.['status'])
      },
      { timeout: 30_000 },
    )
    .toBe('')
  return found as KubeObject
}

async function log(): Promise<string> {
  return await readFile(join(folder, 'log'), 'utf8')
}

function operationOf(cluster: KubeObject): string {
  const at = (field: string) => textAt(cluster, ['status', 'operation', field])
  return [at('name'), at('state')].join(' ')
}

const machines = [{ ip: '198.18.0.11' }, { ip: '198.18.0.12', role: 'worker' }]
const delegate = {
  delegateConditions: ['EnsurePostInstallHook'],
  skipConditions: ['EnsureKubeadm', 'EnsureCilium'],
}
const spec = { provider: 'desk', version: '1.36.3', machines, features: delegate }

test('a condition that its provider does not have is refused with the nearest', async () => {
  await put({ ...spec, features: { skipConditions: ['EnsureKubelt'] } })
  const refused = await until((one) => conditionOf(one, 'Ready')?.reason === 'InvalidSpec')
  expect(conditionOf(refused, 'Ready')?.message).toContain('did you mean EnsureKubelet?')
})

test('a condition that is a Job runs on the cluster itself, and tells its last lines when it fails', async () => {
  await put({ ...spec, features: { ...delegate, skipConditions: ['EnsureKubeadm'] } })
  const failed = await until((one) => conditionOf(one, 'EnsureCilium')?.reason === 'Failed')
  expect(conditionOf(failed, 'EnsureCilium')?.message).toContain('exit code 1')
  expect(conditionOf(failed, 'EnsureGalaxy')).toMatchObject({
    status: 'True',
    message: 'a Job of it has run',
  })
  const selection = { resource: jobs, namespace: jobNamespace }
  const left = async () => (await listObjects(other.client, selection, {}, never)).objects
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})

test('a delegated last condition does not finish the cluster', async () => {
  await put(spec)
  const asked = await until(
    (one) => conditionOf(one, 'EnsurePostInstallHook')?.reason === 'Delegated',
  )
  expect(conditionOf(asked, 'EnsureKubeadm')?.reason).toBe('Skipped')
  expect(conditionOf(asked, 'EnsureKubelet')?.status).toBe('True')
  expect(textAt(asked, ['status', 'phase'])).not.toBe('Running')
  expect(
    await getObject(
      home.client,
      { resource: secrets, namespace, name: 'desk-kubeconfig' },
      {},
      never,
    ),
  ).toBeUndefined()
  const condition = {
    type: 'EnsurePostInstallHook',
    status: 'True',
    reason: 'Painted',
    message: 'blue',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  const body = {
    apiVersion,
    kind: 'Cluster',
    metadata: { name: 'desk' },
    status: { conditions: [condition] },
  }
  const how = { subresource: 'status', force: true, fieldManager: 'theirs' } as const
  await applyObject(home.client, resource, body, how, never)
  const made = await until((one) => textAt(one, ['status', 'phase']) === 'Running')
  expect(operationOf(made)).toBe('create Done')
  expect(await log()).toBe('kubelet\n')
})

test('machines leave and versions change by what the Cluster says, each once', async () => {
  await put({ ...spec, version: '1.36.4', machines: machines.slice(0, 1) })
  await expect.poll(log, { timeout: 30_000 }).toBe('kubelet\nleave 198.18.0.12\nupgrade 1.36.4\n')
  await until((one) => operationOf(one) === 'create Done')
})

function tellsTheEnd({ path, body }: KubeRequest): boolean {
  const isStatus = path.endsWith('/clusters/desk/status')
  return isStatus && textAt(body, ['status', 'operation', 'state']) === 'Done'
}

test('the end of the work is told again when the server did not take it', async () => {
  lost = tellsTheEnd
  await put(
    { ...spec, version: '1.36.5', machines: machines.slice(0, 1) },
    { 'outrigger.dev/retry': 'once' },
  )
  await until(
    (one) =>
      operationOf(one) === 'create Done' &&
      textAt(one, ['status', 'operation', 'retried']) === 'once',
  )
  expect(lost).toBeUndefined()
})

test('a Cluster goes when its machines are as before, and a failure is tried again on request', async () => {
  await writeFile(join(folder, 'stuck'), '')
  await deleteObject(home.client, { resource, name: 'desk' }, {}, never)
  await until((one) => operationOf(one) === 'delete Failed')
  await rm(join(folder, 'stuck'))
  await put(
    { ...spec, version: '1.36.4', machines: machines.slice(0, 1) },
    { 'outrigger.dev/retry': 'now' },
  )
  await expect.poll(read, { timeout: 30_000 }).toBeUndefined()
  expect(await log()).toContain('remove\n')
  for (const name of ['desk-kubeconfig', 'desk-machines']) {
    expect(
      await getObject(home.client, { resource: secrets, namespace, name }, {}, never),
    ).toBeUndefined()
  }
})
