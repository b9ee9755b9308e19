import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import { type ServedSandbox, serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { pushPackage } from '../../src/expansion/artifact/push-package.ts'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { openPackage } from '../../src/expansion/package/open-package.ts'
import { buildPackage } from '../../src/expansion/tools/build.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { expansionKind } from '../../src/kinds/expansion.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { type RunningRegistry, serveRegistry } from '../../src/oci/registry/serve.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const never = new AbortController().signal
const transport = createTransport()
let folder = ''
let home: ServedSandbox
let registry: RunningRegistry
let stopping = new AbortController()
let operator: Promise<unknown> = Promise.resolve()

// Conditions that are about no machine: scripts run and files are written beside the operator.
const provider = `name: desk
version: 1.0.0
prelude: prelude.sh
create:
  - {name: EnsureCopyFiles, scope: cluster, copyFiles: true}
  - {name: EnsureSysctl, scope: cluster, command: 'say sysctl'}
  - {name: EnsureKubelet, scope: cluster, command: 'say kubelet'}
  - {name: EnsureMetricsServer, scope: cluster, nothing: nobody asked, mayBeDelegated: true}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-passed-'))
  const serving = { port: 0, userAgent: 'test', onFailure: () => {} }
  home = await serveSandbox({ folder: join(folder, 'home'), ...serving })
  registry = await serveRegistry({ root: join(folder, 'registry') }, never)
  await writeFiles(join(folder, 'providers/desk'), {
    'provider.yaml': provider,
    'prelude.sh': 'say() { echo "$OUTRIGGER_CLUSTER $1 of the provider" >>"$LOG"; }\n',
  })
  const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
  const objects = platformObjects(input, join(import.meta.dirname, '../../src/cli/main.ts'))
  await applyPlatform(objects, 'accept', { client: home.client, told: () => {} }, never)
  await writeFile(join(folder, 'log'), '')
  start('first')
})
afterAll(async () => {
  await stop()
  await home.stop()
  await transport.close()
  await registry.close(AbortSignal.abort())
  await rm(folder, { recursive: true, force: true })
})

/** Starts an operator on a machine of its own: nothing of another one's folders is there. */
function start(machine: string): void {
  stopping = new AbortController()
  const env = { ...process.env, LOG: join(folder, 'log') }
  operator = runOperator(
    {
      client: home.client,
      fetching: {
        policy: strictPolicy,
        indexFolder: join(folder, machine),
        fileRoot: folder,
      },
      platformNamespace: 'outrigger-system',
      identity: machine,
      expansionFolder: join(folder, machine, 'expansions'),
      machines: { providers: join(folder, 'providers'), folder: join(folder, machine), env },
    },
    stopping.signal,
  )
}

async function stop(): Promise<void> {
  stopping.abort()
  await operator.catch(() => {})
}

function apply(kind: 'Cluster' | 'Expansion', name: string, spec: JsonObject) {
  const resource = resourceOf(kind === 'Cluster' ? clusterKind : expansionKind)
  const body = { apiVersion, kind, metadata: { name }, spec }
  return applyObject(home.client, resource, body, { force: true }, never)
}

async function until(name: string, holds: (one: KubeObject) => boolean): Promise<KubeObject> {
  let found: KubeObject | undefined
  const look = async () => {
    found = await getObject(home.client, { resource: resourceOf(clusterKind), name }, {}, never)
    return found !== undefined && holds(found) ? '' : JSON.stringify(found?.['status'])
  }
  await expect.poll(look, { timeout: 100_000 }).toBe('')
  return found as KubeObject
}

async function log(): Promise<string> {
  return await readFile(join(folder, 'log'), 'utf8')
}

const isMade = (one: KubeObject) =>
  textAt(one, ['status', 'operation', 'name']) === 'create' &&
  textAt(one, ['status', 'operation', 'state']) === 'Done'
const spec = { provider: 'desk', version: '1.36.3', machines: [{ ip: '198.18.0.11' }] }
const copied = () => join(folder, 'copied/yard.conf')

async function pushYard(): Promise<string> {
  const root = join(folder, 'yard')
  const path = copied().slice(1)
  await writeFiles(root, {
    'expansion.yaml': `expansion_name: yard
expansion_version: 1.0.0
files: [${path}]
provider: [desk/prelude.sh]
create_cluster_skip_conditions: [EnsureSysctl, EnsureKernelModule]
create_cluster_delegate_conditions: [EnsureMetricsServer]
`,
    [`files/${path}`]: 'of the package\n',
    'provider/desk/prelude.sh': 'say() { echo "$OUTRIGGER_CLUSTER $1 of the package" >>"$LOG"; }\n',
  })
  await mkdir(join(folder, 'work'))
  const opened = await openPackage(root, join(folder, 'work'), never)
  if (opened === undefined) throw new Error('no package')
  const out = join(folder, 'yard.tar.zst')
  await buildPackage(opened, { workspace: join(folder, 'work'), out, compression: 'zstd' }, never)
  await mkdir(join(folder, 'opened'))
  const built = await openPackage(out, join(folder, 'opened'), never)
  if (built === undefined) throw new Error('no package')
  const target = {
    registry: connectRegistry(registry.host, { transport }),
    repository: 'yard',
    tag: '1',
  }
  await pushPackage(built, target, never)
  return `oci://${registry.host}/yard:1`
}

test('a later cluster of machines gets the lists, files and provider files of the package', async () => {
  await apply('Expansion', 'yard', { package: await pushYard() })
  await apply('Cluster', 'second', spec)
  const asked = await until(
    'second',
    (one) => conditionOf(one, 'EnsureMetricsServer')?.reason === 'Delegated',
  )
  expect(conditionOf(asked, 'EnsureSysctl')?.reason).toBe('Skipped')
  expect(conditionOf(asked, 'EnsureKubelet')?.reason).toBe('Done')
  expect(await log()).toBe('second kubelet of the package\n')
  expect(await readFile(copied(), 'utf8')).toBe('of the package\n')
  const told = await until('second', (one) => conditionOf(one, 'Expansion')?.reason === 'Done')
  expect(conditionOf(told, 'Expansion')?.message).toBe(
    'expansion yard: its applications are passed on; 1 files, 1 files of the provider go to machines that its provider makes or adds',
  )
})

test('one that goes without gets nothing of it', async () => {
  await apply('Cluster', 'alone', { ...spec, features: { disablePassThrough: true } })
  const made = await until('alone', isMade)
  expect(conditionOf(made, 'EnsureMetricsServer')?.reason).toBe('Done')
  expect(await log()).toContain('alone sysctl of the provider\nalone kubelet of the provider\n')
})

test('an operator on another machine brings the package there first', async () => {
  await stop()
  start('other')
  await apply('Cluster', 'third', spec)
  await until('third', (one) => conditionOf(one, 'EnsureMetricsServer')?.reason === 'Delegated')
  expect(await log()).toContain('third kubelet of the package\n')
})
