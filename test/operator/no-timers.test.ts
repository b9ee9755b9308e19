import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Informer } from '../../src/controller/informer.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { conditionOf, nameOf } from '../../src/objects/kube-object.ts'
import { VirtualClock } from '../../src/std/node/virtual-clock-for-test.ts'
import { ChartRepository } from './chart-repository.ts'
import { OperatorStage } from './operator-stage.ts'

// The time of the operator stands still, that of workloads runs: whatever converges here needs no timer.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: 1
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: "example.com/web:1"}]}
`
const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-prepare
  annotations: {helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.{{ .Release.Name }}.example.com}
spec:
  group: {{ .Release.Name }}.example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`
const widgets = definition.replaceAll('{{ .Release.Name }}', 'fixed')
const user = `apiVersion: {{ .Values.of }}.example.com/v1
kind: Widget
metadata: {name: {{ .Release.Name }}}
`
const charts = [
  { name: 'plain', version: '1.0.0', files: { 'templates/a.yaml': deployment } },
  {
    name: 'hooked',
    version: '1.0.0',
    files: { 'templates/a.yaml': deployment, 'templates/hook.yaml': hook },
  },
  {
    name: 'defining',
    version: '1.0.0',
    files: { 'templates/a.yaml': deployment, 'templates/crd.yaml': definition },
  },
  {
    name: 'bringing',
    version: '1.0.0',
    files: { 'templates/a.yaml': deployment, 'crds/widgets.yaml': widgets },
  },
  {
    name: 'using',
    version: '1.0.0',
    files: { 'templates/a.yaml': deployment, 'templates/widget.yaml': user },
  },
]

let stage: OperatorStage
let repository: ChartRepository

beforeAll(async () => {
  repository = await ChartRepository.start(charts)
  stage = await OperatorStage.open({ clock: new VirtualClock() })
  await stage.start()
})
afterAll(async () => {
  await stage.close()
  await repository.stop()
})

function spec(chart: string, needs: readonly string[], values = {}) {
  const dependsOn = needs.map((plugin) => ({ plugin }))
  return { repo: repository.url, name: chart, version: '1.0.0', dependsOn, values }
}

/** Follows what plugins say of themselves; gives what was bad on the way. */
async function followFailures(signal: AbortSignal): Promise<() => readonly string[]> {
  const bad = new Set<string>()
  const informer = new Informer(stage.client, { resource: resourceOf(pluginKind) }, {})
  informer.addHandler(({ object }) => {
    const [ready, stalled] = [conditionOf(object, 'Ready'), conditionOf(object, 'Stalled')]
    const isBad = stalled?.status === 'True' || /Failed|TimedOut/.test(ready?.reason ?? '')
    if (isBad) bad.add(`${nameOf(object)}: ${ready?.reason}: ${ready?.message}`)
  })
  informer.run(signal).catch(() => {})
  await informer.untilSynced(signal)
  return () => [...bad]
}

test('a chain of ten and a fan of fifty converge without a timer, a failure or a warning', async () => {
  const following = new AbortController()
  const failures = await followFailures(following.signal)
  const links = Array.from({ length: 10 }, (_, at) => `link-${at}`)
  // The last one first, so that every one has to wait.
  for (const [at, name] of [...links.entries()].toReversed()) {
    const before = links[at - 1]
    const chart = ['defining', 'using', 'hooked', 'plain'][at % 4] ?? 'plain'
    const values = chart === 'using' ? { of: before ?? '' } : {}
    await stage.plugin(name, spec(chart, before === undefined ? [] : [before], values))
  }
  const leaves = Array.from({ length: 50 }, (_, at) => `leaf-${at}`)
  for (const [at, name] of leaves.entries()) {
    const chart = ['hooked', 'bringing'][at % 10] ?? 'plain'
    await stage.plugin(name, spec(chart, ['root']))
  }
  await stage.plugin('root', spec('plain', []))
  for (const name of [...links, 'root', ...leaves]) await stage.ready(name)
  following.abort()
  expect(failures()).toEqual([])
  expect(await stage.warnings()).toEqual([])
  expect(stage.passes.filter(({ error }) => error !== undefined)).toEqual([])
})
