import { afterEach, beforeEach, expect, test } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { readablePath } from '../../objects/diff/readable-path.ts'
import { withOwnership } from '../desired/ownership.ts'
import { readManifest } from '../desired/read-manifest.ts'
import { PlannedRelease, recordOf, renderedOf } from './planned-release-for-test.ts'
import { type Plan, blockers, changesSomething } from './plan.ts'

const { signal } = new AbortController()
const owner = { name: 'shop', namespace: 'default' }

let server: ApiServer
let client: KubeClient
let release: PlannedRelease
let asked: string[]
let beforeWrite: (() => Promise<void>) | undefined

beforeEach(async () => {
  server = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const inner = inProcessTransport(server.answer, peer)
  asked = []
  beforeWrite = undefined
  client = createKubeClient({
    rateLimit: 'none',
    transport: async (request, abort) => {
      asked.push(`${request.method} ${request.path}`)
      if (request.method !== 'GET') await beforeWrite?.()
      return await inner(request, abort)
    },
  })
  release = new PlannedRelease(client, owner)
})

afterEach(() => server.close())

function configMap(name: string, data: string, more = ''): string {
  return `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}data: ${data}\n`
}

function deployment(image: string, replicas: number, env = '[]'): string {
  return `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: main
        image: ${image}
        resources: {requests: {cpu: 1000m}}
        ports: [{containerPort: 80}]
        env: ${env}
`
}

const summaryOf = (plan: Plan) =>
  plan.objects.map(({ id, action, changes }) =>
    [action, id.name, ...changes.map((change) => `${change.is} ${readablePath(change.path)}`)].join(
      ' ',
    ),
  )

const problemsOf = (plan: Plan) =>
  plan.objects.flatMap(({ id, problems }) => problems.map((one) => `${id.name}: ${one.is}`))

test('an install creates everything with one request for each object', async () => {
  const rendered = renderedOf(configMap('a', '{x: "1"}') + deployment('nginx:1', 1))
  await release.discovery.apis(signal)
  asked = []
  const plan = await release.plan(rendered)
  expect(summaryOf(plan)).toEqual(['create a', 'create web'])
  expect(plan.images).toEqual({ added: ['nginx:1'], removed: [], moved: [] })
  expect(asked.toSorted()).toEqual([
    expect.stringMatching(/^PATCH \/api\/v1\/namespaces\/default\/configmaps\/a\?.*dryRun=All/),
    expect.stringMatching(
      /^PATCH \/apis\/apps\/v1\/namespaces\/default\/deployments\/web\?.*dryRun=All/,
    ),
  ])
})

test('what is changed, created and deleted is told field by field', async () => {
  await release.carryOut(
    renderedOf(
      configMap('a', '{x: "1", z: "2"}') + configMap('b', '{}') + deployment('nginx:1', 1),
    ),
  )
  const env = '[{name: A, value: "1"}]'
  const plan = await release.plan(
    renderedOf(configMap('a', '{x: "3"}') + configMap('c', '{}') + deployment('nginx:2', 1, env)),
  )
  const container = 'spec.template.spec.containers[name=main]'
  expect(summaryOf(plan)).toEqual([
    'change a changed data.x removed data.z',
    'create c',
    `change web changed ${container}.image added ${container}.env`,
    'prune b',
  ])
  expect(plan.images).toEqual({ added: ['nginx:2'], removed: ['nginx:1'], moved: [] })
  expect(changesSomething(plan)).toBe(true)
})

test('objects as they shall be cost no dry run, and lists are asked where they are cheaper', async () => {
  const text = ['a', 'b', 'c', 'd'].map((name) => configMap(name, '{x: "1"}')).join('')
  const rendered = renderedOf(text + deployment('nginx:1', 1).replace('1000m', '"1"'))
  await release.carryOut(rendered)
  asked = []
  const plan = await release.plan(rendered)
  expect(changesSomething(plan)).toBe(false)
  expect(asked.toSorted()).toEqual([
    'GET /api/v1/namespaces/default/configmaps?labelSelector=app.kubernetes.io%2Fmanaged-by%3DHelm&limit=500',
    'GET /apis/apps/v1/namespaces/default/deployments/web',
  ])
})

test('a value that the server writes in another way is asked for and unchanged', async () => {
  const rendered = renderedOf(deployment('nginx:1', 1))
  await release.carryOut(rendered)
  asked = []
  expect(summaryOf(await release.plan(rendered))).toEqual(['unchanged web'])
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'PATCH'])
})

test('a controller that writes between reading and taking over costs only another attempt', async () => {
  const text = configMap('a', '{x: "1"}', '  namespace: default\n')
  const [before] = readManifest(text)
  if (before === undefined) throw new Error('there is no object')
  const owned = withOwnership(before, owner)
  await createObject(client, configMaps, owned, { fieldManager: 'helm' }, signal)
  const target = { resource: configMaps, namespace: 'default', name: 'a' }
  const meddle = (times: number) => {
    let left = times
    beforeWrite = async () => {
      if (left-- <= 0) return
      const inTurn = beforeWrite
      beforeWrite = undefined
      const patch = { metadata: { annotations: { 'example.com/seen': `${left}` } } }
      const as = { fieldManager: 'controller' }
      await patchObject(client, target, { type: 'merge', patch }, as, signal)
      beforeWrite = inTurn
    }
  }
  release.previous = recordOf(renderedOf(text), owner)
  const rendered = renderedOf(configMap('a', '{x: "2"}'))
  meddle(3)
  const plan = await release.plan(rendered)
  expect(summaryOf(plan)).toEqual(['change a changed data.x'])
  meddle(3)
  await release.carryOut(rendered)
  const live = await getObject(client, target, {}, signal)
  expect(live).toMatchObject({ data: { x: '2' } })
})

test('what somebody else changed is put back, or is a conflict', async () => {
  const rendered = renderedOf(configMap('a', '{x: "1"}'))
  await release.carryOut(rendered)
  const target = { resource: configMaps, namespace: 'default', name: 'a' }
  const patch = { data: { x: '2', more: '3' } }
  await patchObject(client, target, { type: 'merge', patch }, { fieldManager: 'somebody' }, signal)
  const plan = await release.plan(rendered)
  expect(problemsOf(plan)).toEqual(['a: conflict'])
  expect(blockers(plan)).toHaveLength(1)
  const taken = await release.plan(rendered, { conflicts: 'take' })
  expect(summaryOf(taken)).toEqual(['change a changed data.x'])
  expect(blockers(taken)).toEqual([])
  const yielded = await release.plan(rendered, { conflicts: 'yield' })
  expect(summaryOf(yielded)).toEqual(['unchanged a'])
  expect(problemsOf(yielded)).toEqual(['a: conflict'])
})

test('an object that is there already is foreign unless it is taken', async () => {
  const [object] = readManifest(configMap('a', '{x: "1"}', '  namespace: default\n'))
  if (object === undefined) throw new Error('no object')
  await createObject(client, configMaps, object, { fieldManager: 'somebody' }, signal)
  const rendered = renderedOf(configMap('a', '{x: "1"}'))
  const plan = await release.plan(rendered)
  expect(plan.objects[0]).toMatchObject({ action: 'adopt', ownership: 'adoptable' })
  expect(problemsOf(plan)).toEqual(['a: foreign'])
  const adopted = await release.plan(rendered, { takeOwnership: true })
  expect(summaryOf(adopted)).toEqual(['adopt a added metadata.labels added metadata.annotations'])
  expect(blockers(adopted)).toEqual([])
})

test('an object that asks to be kept is kept', async () => {
  const keep = '  annotations: {helm.sh/resource-policy: keep}\n'
  await release.carryOut(renderedOf(configMap('a', '{}', keep)))
  expect(summaryOf(await release.plan(renderedOf('')))).toEqual(['keep a'])
})

function secret(text: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: ${text}}\n`
}

test('secrets are not in the plan', async () => {
  const first = await release.plan(renderedOf(secret('hunter2hunter2')))
  expect(JSON.stringify(first)).not.toContain('hunter2')
  await release.carryOut(renderedOf(secret('hunter2hunter2')))
  const plan = await release.plan(renderedOf(secret('correct-horse')))
  expect(summaryOf(plan)).toEqual(['change s changed data.password'])
  expect(JSON.stringify(plan)).not.toMatch(/hunter2|correct-horse|aHVudGVy|Y29ycmVj/)
})

test('a namespace that is not there yet is created, or is missing', async () => {
  const elsewhere = new PlannedRelease(client, { name: 'shop', namespace: 'new' })
  const rendered = renderedOf(configMap('a', '{}'))
  const created = await elsewhere.plan(rendered, { createNamespace: true })
  expect(created.objects[0]?.problems).toMatchObject([{ is: 'unverifiable', because: 'namespace' }])
  expect(blockers(created)).toEqual([])
  expect(problemsOf(await elsewhere.plan(rendered))).toEqual(['a: refused'])
})

const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer}, colour: {type: string}}
`
const widget = `---
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec: {size: 1}
`

test('a kind that comes with the plan cannot be tried yet', async () => {
  const plan = await release.plan(renderedOf(widget, widgets), { crds: 'create' })
  expect(summaryOf(plan)).toEqual(['create widgets.example.com', 'create w'])
  expect(plan.objects[1]?.problems).toMatchObject([{ is: 'unverifiable', because: 'kind' }])
  expect(problemsOf(await release.plan(renderedOf(widget, widgets)))).toEqual(['w: not-served'])
})

test('a kind that was removed says what to write instead', async () => {
  const old = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: p}\n'
  const plan = await release.plan(renderedOf(old))
  expect(plan.objects[0]?.problems).toMatchObject([
    { is: 'removed-api', replacement: 'policy/v1', blocking: true },
  ])
})

test('a definition that loses a field is a danger once it has objects, which can be accepted', async () => {
  await release.carryOut(renderedOf(widgets))
  const narrower = renderedOf(widgets.replace(', colour: {type: string}', ''))
  const early = await release.plan(narrower)
  expect(early.objects[0]?.problems).toMatchObject([{ is: 'crd-danger', blocking: false }])
  release.discovery.invalidate()
  const resource = await release.discovery.findKind(
    { group: 'example.com', kind: 'Widget' },
    signal,
  )
  const [object] = readManifest(widget.replace('{name: w}', '{name: w, namespace: default}'))
  if (resource === undefined || object === undefined) throw new Error('there is no Widget')
  await createObject(client, resource, object, {}, signal)
  const plan = await release.plan(narrower)
  expect(plan.objects[0]?.problems).toMatchObject([
    { is: 'crd-danger', rule: 'field-removed', path: 'v1: spec.colour', blocking: true },
  ])
  expect(blockers(await release.plan(narrower, { crdDangers: 'accept' }))).toEqual([])
})

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}
