import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { findBuiltIn } from '../../objects/api/built-in-resources.ts'
import { ReleaseStore } from '../record/store.ts'
import { judgePlan, tryRender } from './honest-plan-for-test.ts'
import { type Plan, blockers } from './plan.ts'
import { planUninstall } from './plan-uninstall.ts'
import { PlannedRelease, renderedOf } from './planned-release-for-test.ts'

const { signal } = new AbortController()

let home: HelmHome
let cluster: ConnectedClient
let helm3: (...words: string[]) => Promise<string>

beforeAll(async () => {
  const { kubeconfig } = await sharedControlPlane()
  home = await makeHelmHome()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
  helm3 = async (...words) => {
    const ran = await home.helm(findOracle('helm3'), [...words, '--kubeconfig', kubeconfig])
    return ran.stdout + ran.stderr
  }
})

afterAll(async () => {
  await cluster.close()
  await home.remove()
})

const problemsOf = (plan: Plan) =>
  plan.objects.flatMap(({ id, problems }) =>
    problems.map((one) => `${id.kind} ${one.is}${'field' in one ? ` ${one.field}` : ''}`),
  )

test.each([
  { name: 'web-app', change: 'replicas: 3' },
  { name: 'database', change: 'replicas: 2' },
  { name: 'cache', change: 'config: {maxmemory: 200mb}' },
])(
  'the plan for $name takes over what helm 3 wrote from the client side',
  async ({ name, change }) => {
    const namespace = `plan-helm3-${name}`
    const folder = `test/charts/charts/${name}`
    const said = await helm3(
      'install',
      'honest',
      folder,
      '--namespace',
      namespace,
      '--create-namespace',
    )
    const store = new ReleaseStore({ client: cluster.client })
    const found = await store.get({ namespace, name: 'honest' }, 1, signal)
    if (found === undefined) throw new Error(`helm did not record the release: ${said}`)
    const release = new PlannedRelease(cluster.client, { name: 'honest', namespace })
    release.previous = found.record
    const values = readYamlMap(change)
    const rendered = tryRender(loadChart(folder), values, namespace)
    if (rendered === undefined) throw new Error(`${name} does not render`)
    expect(await judgePlan(release, rendered)).toMatchObject({ lies: [], changed: true })
  },
)

test('a field that cannot be changed is named', async () => {
  const release = await releaseIn('plan-immutable')
  await release.carryOut(renderedOf(statefulSet('1Gi') + job('a')))
  const plan = await release.plan(renderedOf(statefulSet('2Gi') + job('b')))
  expect(problemsOf(plan)).toEqual(['StatefulSet immutable spec', 'Job immutable spec.template'])
  expect(plan.objects.map(({ changes }) => changes.length > 0)).toEqual([true, true])
})

test('replicas that an autoscaler set stay its own', async () => {
  const release = await releaseIn('plan-autoscaled')
  const rendered = renderedOf(statefulSet('1Gi'))
  await release.carryOut(rendered)
  await scale('plan-autoscaled', 3, 'kube-controller-manager')
  const plan = await release.plan(rendered)
  expect(plan.objects).toMatchObject([
    { action: 'unchanged', problems: [{ is: 'conflict', becomes: 'yielded', blocking: false }] },
  ])
  await scale('plan-autoscaled', 4, 'kubectl')
  expect(blockers(await release.plan(rendered))).toMatchObject([{ problem: { is: 'conflict' } }])
})

test('what somebody may not do is told before it is tried', async () => {
  const release = await releaseIn('plan-permissions')
  await release.carryOut(renderedOf(configMap('a') + configMap('b')))
  const somebody = cluster.client.impersonating({ user: 'somebody', groups: ['readers'] })
  await allow('plan-permissions', ['get', 'list', 'patch'])
  // The real server learns of a new binding a moment after it is stored.
  const action = { verb: 'patch', group: '', resource: 'configmaps', namespace: 'plan-permissions' }
  await expect.poll(() => reviewAccess(somebody, action, signal), { timeout: 20_000 }).toBe(true)
  const seen = new PlannedRelease(somebody, release.owner)
  if (release.previous !== undefined) seen.previous = release.previous
  const plan = await seen.plan(renderedOf(configMap('a') + configMap('c')))
  expect(problemsOf(plan)).toEqual(['ConfigMap permission'])
  expect(plan.missingPermissions).toEqual([
    { verb: 'delete', group: '', resource: 'configmaps', namespace: 'plan-permissions' },
  ])
})

test('uninstalling tells which custom resources go with their definition', async () => {
  const release = await releaseIn('plan-cascade')
  await release.carryOut(renderedOf(crd + configMap('kept', 'helm.sh/resource-policy: keep')))
  const gear = {
    apiVersion: 'plan.example.com/v1',
    kind: 'Gear',
    metadata: { name: 'one', namespace: 'plan-cascade' },
  }
  const resource = await vi.waitFor(async () => {
    release.discovery.invalidate()
    const kind = { group: 'plan.example.com', kind: 'Gear' }
    const found = await release.discovery.findKind(kind, signal)
    if (found === undefined) throw new Error('the definition is not served')
    return found
  }, 20_000)
  await createObject(cluster.client, resource, gear, {}, signal)
  const record = release.previous
  if (record === undefined) throw new Error('nothing was carried out')
  const { client, owner, discovery } = release
  const plan = await planUninstall({ target: { client, ...owner }, record, discovery }, signal)
  expect(plan.objects).toMatchObject([
    { action: 'prune', problems: [{ is: 'cascade', objects: [{ kind: 'Gear', name: 'one' }] }] },
    { action: 'keep', problems: [] },
  ])
})

async function releaseIn(namespace: string): Promise<PlannedRelease> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  await createObject(cluster.client, builtIn('', 'v1', 'Namespace'), object, {}, signal)
  return new PlannedRelease(cluster.client, { name: 'honest', namespace })
}

async function scale(namespace: string, replicas: number, fieldManager: string): Promise<void> {
  const resource = builtIn('apps', 'v1', 'StatefulSet')
  const patch = { type: 'merge', patch: { spec: { replicas } } } as const
  const options = { fieldManager, subresource: 'scale' }
  await patchObject(cluster.client, { resource, namespace, name: 'db' }, patch, options, signal)
}

async function allow(namespace: string, verbs: readonly string[]): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs }]
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const metadata = { name: 'readers', namespace }
  const role = { apiVersion, kind: 'Role', metadata, rules }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'readers' }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'readers' }]
  const binding = { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects }
  const group = 'rbac.authorization.k8s.io'
  await createObject(cluster.client, builtIn(group, 'v1', 'Role'), role, {}, signal)
  await createObject(cluster.client, builtIn(group, 'v1', 'RoleBinding'), binding, {}, signal)
}

function builtIn(group: string, version: string, kind: string) {
  const found = findBuiltIn({ group, version, kind })
  if (found === undefined) throw new Error(`there is no ${kind}`)
  return { ...found, namespaced: found.scope === 'Namespaced' }
}

function configMap(name: string, annotation = ''): string {
  const annotations = annotation === '' ? '{}' : `{${annotation}}`
  return `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, annotations: ${annotations}}\n`
}

function statefulSet(storage: string): string {
  return `---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  replicas: 1
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: db:1}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}
`
}

function job(image: string): string {
  return `---
apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: ${image}}]}
`
}

const crd = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gears.plan.example.com}
spec:
  group: plan.example.com
  scope: Namespaced
  names: {kind: Gear, plural: gears, singular: gear, listKind: GearList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`
