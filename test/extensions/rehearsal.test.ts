import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { readPath, textAt } from '../../src/objects/kube-object.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { carryOutPhase } from '../../src/operator/rehearsal/carry-out-phase.ts'
import type { Phase, Rehearsal } from '../../src/operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { printStoredRemovedApi } from '../../src/release/desired/renew-apis.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { printRehearsal } from '../../src/cli/cluster/print-rehearsal.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core, crds } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)

function flow(version: string): string {
  return `apiVersion: flowcontrol.apiserver.k8s.io/${version}
kind: FlowSchema
metadata: {name: "{{ .Release.Name }}"}
spec:
  matchingPrecedence: 900
  priorityLevelConfiguration: {name: exempt}
`
}

const facts = `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data: {chart: "{{ .Chart.Version }}"}
`

const strict = `{{ if semverCompare ">=1.32-0" .Capabilities.KubeVersion.Version }}{{ fail .Values.password }}{{ end }}
${facts}`

const definition = (fields: readonly string[]) => {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]))
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' }
  const versions = [{ name: 'v1', served: true, storage: true, schema }]
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.test.example.com' },
    spec: { group: 'test.example.com', names, scope: 'Namespaced', versions },
  }
}
const narrow = JSON.stringify(definition(['a']))

let stage: ExtensionStage
let charts: ChartRepository
let client: KubeClient

beforeAll(async () => {
  const map = { 'templates/facts.yaml': facts }
  charts = await ChartRepository.start([
    { name: 'flow', version: '1.0.0', files: { 'templates/flow.yaml': flow('v1beta3') } },
    { name: 'flow', version: '1.1.0', files: { 'templates/flow.yaml': flow('v1') } },
    { name: 'web', version: '1.0.0', files: map },
    { name: 'web', version: '2.0.0', files: map },
    { name: 'strict', version: '1.0.0', files: { 'templates/strict.yaml': strict } },
    { name: 'brings', version: '1.0.0', files: map },
    { name: 'brings', version: '1.1.0', files: { ...map, 'crds/thing.yaml': narrow } },
    { name: 'brings', version: '1.2.0', files: { ...map, 'templates/thing.yaml': narrow } },
  ])
  stage = await ExtensionStage.open(36)
  const remote = await stage.remote('old', 31)
  if (remote === undefined) throw new Error('the cluster was not started')
  client = remote
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
  await applyObject(client, core('Namespace'), body, {}, signal)
  await stage.put('Cluster', 'old', { kubeconfig: { secretName: 'old' } })
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

function chart(name: string, chartVersion: string, kubernetes?: string) {
  const range = kubernetes === undefined ? {} : { kubernetes }
  return { repo: charts.url, name, chartVersion, ...range }
}

function rehearsed(to: string): Promise<Rehearsal> {
  return stage.rehearsal('old', async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    return rehearse({ cluster: context.cluster, from, to, kubelets }, context, signal)
  })
}

async function carriedOut(rehearsal: Rehearsal, phase: Phase): Promise<readonly string[]> {
  const lines: string[] = []
  await stage.rehearsal('old', (context) =>
    carryOutPhase(rehearsal, phase, { context, report: (line) => lines.push(line) }, signal),
  )
  return lines
}

function entry({ instances }: Rehearsal, name: string) {
  const found = instances.find(({ instance }) => instance === `${platform}/${name}`)
  if (found === undefined) throw new Error(`${name} is not in the rehearsal`)
  return found
}

test('a chart that will fail stands in the way, and nothing of a Secret is told', async () => {
  const [name, secret] = ['strict', 'Hunter2_in_clear']
  const metadata = { name, namespace: platform }
  const body = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: secret } }
  await stage.apply(core('Secret'), body)
  await stage.put('Extension', name, { sources: [chart(name, '1.0.0')] })
  const parametersFrom = [{ kind: 'Secret', name }]
  await stage.put('ExtensionInstance', name, { extension: name, cluster: 'old', parametersFrom })
  await stage.ready('ExtensionInstance', name)
  const rehearsal = await rehearsed('1.32')
  expect(entry(rehearsal, name).blocks.join()).toContain('strict.yaml:1:70): ***')
  expect(JSON.stringify(rehearsal)).not.toContain(secret)
  await stage.delete('ExtensionInstance', name)
  await stage.gone('ExtensionInstance', name)
})

test('what has no source, is by hand or would go back stands in the way, and says so', async () => {
  const extensions = {
    orphan: { sources: [chart('web', '1.0.0', '<1.32')] },
    manual: { sources: [chart('web', '1.0.0', '<1.32'), chart('web', '2.0.0', '>=1.32')] },
    backwards: { sources: [chart('web', '2.0.0', '<1.32'), chart('web', '1.0.0', '>=1.32')] },
  }
  for (const [name, spec] of Object.entries(extensions)) {
    await stage.put('Extension', name, spec)
    const upgrade = name === 'manual' ? 'manual' : 'auto'
    await stage.put('ExtensionInstance', name, { extension: name, cluster: 'old', upgrade })
  }
  for (const name of Object.keys(extensions)) await stage.ready('ExtensionInstance', name)
  const rehearsal = await rehearsed('1.32')
  expect(Object.keys(extensions).map((name) => entry(rehearsal, name).blocks)).toEqual([
    ['1.0.0 stays as it is: no source for Kubernetes 1.32; elsewhere 1.0.0 for <1.32'],
    ['2.0.0 fits, and upgrades are by hand: set version to take it'],
    ['1.0.0 is older than 2.0.0: set version to ask for it'],
  ])
  // Nothing of it is in the way of a cluster that stays.
  const still = await rehearsed('1.31')
  expect(still.instances.flatMap(({ blocks }) => blocks)).toEqual([])
  for (const name of Object.keys(extensions)) {
    await stage.delete('ExtensionInstance', name)
    await stage.gone('ExtensionInstance', name)
  }
})

test('what was not ready before for reasons of its own is told, does not block and is not waited for', async () => {
  const sources = [chart('web', '1.0.0', '<1.32'), chart('web', '2.0.0', '>=1.31')]
  const parameters = { properties: { size: { type: 'string' } } }
  await stage.put('Extension', 'strict', { sources, parameters })
  await stage.put('Extension', 'tenant', { sources })
  await stage.put('Extension', 'whole', { sources: [chart('web', '1.0.0')] })
  const bad = { extension: 'strict', cluster: 'old', version: '1.0.0', parameters: { size: 'big' } }
  await stage.put('ExtensionInstance', 'strict', bad)
  await stage.put('ExtensionInstance', 'whole', { extension: 'whole', cluster: 'old' })
  await stage.ready('ExtensionInstance', 'strict')
  await stage.ready('ExtensionInstance', 'whole')
  await stage.put('ExtensionInstance', 'strict', { ...bad, parameters: { size: 5 } })
  await stage.ready('ExtensionInstance', 'strict', 'InvalidParameters')
  const team = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-b' } }
  await stage.apply(core('Namespace'), team)
  await applyObject(client, core('Namespace'), team, {}, signal)
  const allowed = { kubeconfig: { secretName: 'old' }, allowedNamespaces: ['team-b'] }
  await stage.put('Cluster', 'old', allowed)
  const theirs = { extension: 'tenant', cluster: 'old', version: '1.0.0' }
  await stage.put('ExtensionInstance', 'team-b/tenant', theirs)
  await stage.ready('ExtensionInstance', 'team-b/tenant', 'AccountMissing')

  const rehearsal = await rehearsed('1.32')
  expect(rehearsal.instances.flatMap(({ blocks }) => blocks)).toEqual([
    '1.0.0 stays as it is: no source of version 1.0.0 for Kubernetes 1.32; there is 2.0.0; elsewhere 1.0.0 for <1.32',
    '1.0.0 stays as it is: no source of version 1.0.0 for Kubernetes 1.32; there is 2.0.0; elsewhere 1.0.0 for <1.32',
  ])
  const { version: _, ...unbound } = theirs
  await stage.put('ExtensionInstance', 'team-b/tenant', unbound)
  const { version: _version, ...loose } = { ...bad, parameters: { size: 5 } }
  await stage.put('ExtensionInstance', 'strict', loose)
  await stage.ready('ExtensionInstance', 'strict', 'InvalidParameters')
  await stage.ready('ExtensionInstance', 'team-b/tenant', 'AccountMissing')
  const open = await rehearsed('1.32')
  expect(open.instances.map(({ instance, blocks }) => [instance, blocks])).toEqual([
    [`${platform}/strict`, []],
    [`${platform}/whole`, []],
    ['team-b/tenant', []],
  ])
  expect(open.instances.map(({ broken }) => broken)).toEqual([
    expect.stringContaining('InvalidParameters: the parameters are not what strict takes'),
    undefined,
    expect.stringContaining('AccountMissing'),
  ])
  expect(await carriedOut(open, 'before')).toEqual([
    'cluster/old is about to be Kubernetes 1.32',
    expect.stringContaining(`instance/${platform}/strict was not ready before`),
    expect.stringContaining('instance/team-b/tenant was not ready before'),
  ])
  await stage.put('Cluster', 'old', { kubeconfig: { secretName: 'old' } })
  for (const name of [`${platform}/strict`, `${platform}/whole`, 'team-b/tenant']) {
    await stage.delete('ExtensionInstance', name)
    await stage.gone('ExtensionInstance', name)
  }
})

test("another owner's definition is told where it would be left, stands in the way of a template, and stays", async () => {
  const theirs = definition(['a', 'b'])
  await applyObject(client, crds, theirs, { fieldManager: 'somebody' }, signal)
  const target = { resource: crds, name: theirs.metadata.name }
  const kept = async () => {
    const found = await getObject(client, target, {}, signal)
    const { uid, generation, labels, annotations } = found?.metadata ?? {}
    return { uid, generation, labels, annotations, spec: found?.['spec'] }
  }
  const before = await kept()
  const now = chart('brings', '1.0.0', '<1.32')
  const later = {
    told: chart('brings', '1.1.0', '>=1.32'),
    blocked: chart('brings', '1.2.0', '>=1.32'),
  }
  await stage.put('Extension', 'brings', { sources: [now, later.told] })
  await stage.put('ExtensionInstance', 'brings', { extension: 'brings', cluster: 'old' })
  await stage.ready('ExtensionInstance', 'brings')
  const left = await rehearsed('1.32')
  expect(entry(left, 'brings').blocks).toEqual([])
  const text = printRehearsal(left, { show: 'objects', paint: (line) => line })
  const told = text.split('\n').filter((line) => line.includes('was not brought by this release'))
  expect(told).toHaveLength(1)
  const { objects = [] } = entry(left, 'brings').after?.plan ?? {}
  const planned = objects.find(({ id }) => id.kind === 'CustomResourceDefinition')
  expect(planned).toMatchObject({
    action: 'unchanged',
    problems: [{ is: 'foreign', blocking: false }],
  })
  await stage.put('Extension', 'brings', { sources: [now, later.blocked] })
  await stage.ready('ExtensionInstance', 'brings')
  const refusal = expect.stringMatching(/things.* cannot be imported into the current release/)
  expect(entry(await rehearsed('1.32'), 'brings').blocks).toContainEqual(refusal)
  expect(await kept()).toEqual(before)
  await stage.delete('ExtensionInstance', 'brings')
  await stage.gone('ExtensionInstance', 'brings')
})

test('removed APIs, rendered and stored, are found before 1.32 and gone after it', async () => {
  // The newest renders what 1.32 has no more; the one before it does not exist yet.
  await stage.put('Extension', 'flow', { sources: [chart('flow', '1.0.0')] })
  await stage.put('ExtensionInstance', 'flow', { extension: 'flow', cluster: 'old' })
  await stage.ready('ExtensionInstance', 'flow')
  const blocked = entry(await rehearsed('1.32'), 'flow')
  expect(blocked.blocks).toEqual([
    expect.stringContaining(
      'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema flow was removed in Kubernetes 1.32: use flowcontrol.apiserver.k8s.io/v1',
    ),
  ])
  expect(blocked.unfit).toHaveLength(1)

  // By hand, so that it is not moved before the rehearsal.
  await stage.put('ExtensionInstance', 'flow', {
    extension: 'flow',
    cluster: 'old',
    upgrade: 'manual',
  })
  await stage.ready('ExtensionInstance', 'flow')
  await stage.put('Extension', 'flow', {
    sources: [chart('flow', '1.0.0'), chart('flow', '1.1.0', '>=1.32')],
  })
  await stage.put('ExtensionInstance', 'flow', {
    extension: 'flow',
    cluster: 'old',
    upgrade: 'auto',
  })
  await stage.ready('ExtensionInstance', 'flow')
  const rehearsal = await rehearsed('1.32')
  const { blocks, after, stored, now, later } = entry(rehearsal, 'flow')
  expect(blocks).toEqual([])
  expect([now?.version, later?.version]).toEqual(['1.0.0', '1.1.0'])
  expect(after?.because).toBe('source')
  expect(stored.before.flatMap(({ removed }) => removed.map(printStoredRemovedApi))).toEqual([
    'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema flow was removed in Kubernetes 1.32: becomes flowcontrol.apiserver.k8s.io/v1',
  ])
  const text = printRehearsal(rehearsal, { show: 'objects', paint: (line) => line })
  expect(text).toContain(`  ${platform}/flow stored revision 1 is rewritten\n`)
  expect(text).toContain(`  ${platform}/flow 1.0.0 → 1.1.0 (`)

  expect(await carriedOut(rehearsal, 'before')).toEqual([
    `instance/${platform}/flow revision 1 rewritten`,
    'cluster/old is about to be Kubernetes 1.32',
  ])
  const place = { namespace: platform, name: 'flow' }
  const record = (await new ReleaseStore({ client }).get(place, 1, signal))?.record
  expect(record?.manifest).toContain('apiVersion: flowcontrol.apiserver.k8s.io/v1\n')
  // To whoever reads it now, it is not stale, and the operator has not made another revision of it.
  expect(entry(await rehearsed('1.32'), 'flow').stored.before).toEqual([])
  expect(readPath(await stage.get('Plugin', 'flow'), ['status', 'revision'])).toBe(1)

  await stage.remote('old', 32)
  await stage.clock.jump(40_000)
  await stage.until('Cluster', 'old', (one) => textAt(one, ['status', 'version']).includes('1.32'))
  await stage.clock.jump(130_000)
  expect((await carriedOut(rehearsal, 'after')).at(-1)).toBe('cluster/old is Kubernetes 1.32')
  const moved = await stage.ready('ExtensionInstance', 'flow')
  expect(textAt(moved, ['status', 'version'])).toBe('1.1.0')
  expect(readPath(await stage.get('Plugin', 'flow'), ['status', 'revision'])).toBe(2)
  expect(await stage.warnings(['flow'])).toEqual([])
})
