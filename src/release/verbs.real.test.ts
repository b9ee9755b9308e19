import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../../test/testbed/shared.ts'
import { nodeEntropy } from '../chart/node/entropy.ts'
import { gunzip } from '../chart/node/load-chart.ts'
import { loadFiles } from '../chart/load/load.ts'
import { readValues } from '../chart/values/read-values.ts'
import { toBytes } from '../formats/go-string.ts'
import { applyObject } from '../kube/objects/apply-object.ts'
import { type ConnectedClient, connect, findConnection } from '../kube/connect.ts'
import { Discovery } from '../kube/discovery/discovery.ts'
import { getObject } from '../kube/objects/get-object.ts'
import { type KubeObject, readPath, textAt } from '../objects/kube-object.ts'
import { ensureNamespace } from './apply/ensure-namespace.ts'
import type { ReleaseChoices } from './choices.ts'
import { type InstallInput, install } from './install.ts'
import type { ReleasePorts } from './ports.ts'
import { ReleaseStore } from './record/store.ts'
import type { ReleaseEvent } from './release.ts'
import { uninstall } from './uninstall.ts'
import { type UpgradeInput, upgrade } from './upgrade.ts'

const { signal } = new AbortController()

let cluster: ConnectedClient
let kubeconfig: string

beforeAll(async () => {
  ;({ kubeconfig } = await sharedControlPlane())
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
})

afterAll(() => cluster.close())

const choices: ReleaseChoices = {
  timeout: 30_000,
  wait: 'hooks',
  hooks: 'run',
  conflicts: 'fail',
  immutable: 'fail',
  takeOver: false,
  takeOwnership: false,
  onFailure: 'stay',
  cleanupOnFail: false,
  maxHistory: 10,
  labels: {},
}

type More = Partial<UpgradeInput> & { readonly set?: string }

/** A release in a namespace of its own, with charts of one template. */
class Story {
  readonly place: { readonly namespace: string; readonly name: string }
  readonly events: ReleaseEvent[] = []
  ports: ReleasePorts

  constructor(namespace: string) {
    const { client } = cluster
    this.place = { namespace, name: 'r' }
    this.ports = {
      client,
      discovery: new Discovery(client),
      store: new ReleaseStore({ client }),
      identity: `${namespace}-${process.pid}`,
      entropy: nodeEntropy,
      report: (event) => this.events.push(event),
    }
  }

  install(template: string, more: More & Partial<InstallInput> = {}) {
    const rest = { createNamespace: true, replace: false, crds: 'upgrade' } as const
    const input = {
      ...choices,
      ...this.place,
      ...chartInputOf(template, more.set),
      ...rest,
      ...more,
    }
    return install(input, this.ports, signal)
  }

  upgrade(template: string, more: More = {}) {
    const rest = { reuse: 'default', crds: 'skip', evenIfUnchanged: false } as const
    const input = {
      ...choices,
      ...this.place,
      ...chartInputOf(template, more.set),
      ...rest,
      ...more,
    }
    return upgrade(input, this.ports, signal)
  }

  uninstall(keepHistory: boolean) {
    const more = { keepHistory, wait: true, cascade: 'background' } as const
    return uninstall({ ...choices, ...this.place, ...more }, this.ports, signal)
  }

  async statuses(): Promise<readonly string[]> {
    const { store } = this.ports
    return (await store.history(this.place, signal)).map(({ status }) => status)
  }

  async last(): Promise<string> {
    const last = await this.ports.store.last(this.place, signal)
    return last?.record.info.description ?? ''
  }

  read(kind: 'configmaps' | 'secrets' | 'deployments', name: string) {
    const group = kind === 'deployments' ? 'apps' : ''
    const resource = { group, version: 'v1', resource: kind, kind, namespaced: true }
    const { namespace } = this.place
    return getObject(cluster.client, { resource, namespace, name }, {}, signal)
  }
}

function chartInputOf(template: string, set = '') {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/all.yaml', data: toBytes(template) },
  ]
  return { chart: loadFiles(files, gunzip), values: readValues(toBytes(set)) }
}

const configMap = (name: string, rest = '') =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${rest}}\ndata: {a: {{ .Values.a | default "b" }}}\n`
const deployment = (replicas: number, app = 'web', pod = '{}') => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: main, image: "registry.example/web:1"}], nodeSelector: ${pod}}
`

test.concurrent('what is not of the release is not touched', async () => {
  const story = new Story('verbs-foreign')
  await ensureNamespace(story.place.namespace, story.ports, signal)
  await foreign(story, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'there' } })
  await expect(story.install(configMap('new') + configMap('there'))).rejects.toThrow(
    'unable to continue with install: ConfigMap "there" in namespace "verbs-foreign" exists and cannot be imported into the current release: invalid ownership metadata; label validation error: missing key "app.kubernetes.io/managed-by": must be set to "Helm"; annotation validation error: missing key "meta.helm.sh/release-name": must be set to "r"; annotation validation error: missing key "meta.helm.sh/release-namespace": must be set to "verbs-foreign"',
  )
  expect(await story.read('configmaps', 'new')).toBeUndefined()
  expect(await story.statuses()).toEqual([])
  await story.install(configMap('there'), { takeOwnership: true })
  expect(await story.statuses()).toEqual(['deployed'])
})

test.concurrent('a hook that fails fails the install, and later ones do not run', async () => {
  const story = new Story('verbs-hooks')
  const hook = (name: string, weight: number) =>
    configMap(
      name,
      `, annotations: {helm.sh/hook: pre-install, helm.sh/hook-weight: "${weight}", helm.sh/hook-delete-policy: hook-succeeded}`,
    )
  const template = hook('third', 3) + hook('Second', 2) + hook('first', 1) + configMap('object')
  await expect(story.install(template)).rejects.toThrow(
    /^failed pre-install: warning: Hook pre-install c\/templates\/all.yaml failed: /,
  )
  const hooks = story.events.flatMap((event) =>
    event.type === 'hook' ? [`${event.object.name} ${event.phase}`] : [],
  )
  expect(hooks).toEqual(['first Running', 'first Succeeded', 'Second Running', 'Second Failed'])
  expect(await story.statuses()).toEqual(['failed'])
  expect(await story.last()).toMatch(/^Release "r" failed: failed pre-install: /)
  expect(await story.read('configmaps', 'first')).toBeUndefined()
  expect(await story.read('configmaps', 'object')).toBeUndefined()
})

test.concurrent('a hook that takes too long says what holds it up', async () => {
  const story = new Story('verbs-hook-wait')
  const template = `---
apiVersion: batch/v1
kind: Job
metadata: {name: seed, annotations: {helm.sh/hook: pre-install}}
spec:
  template:
    spec: {restartPolicy: Never, nodeSelector: {no: where}, containers: [{name: a, image: a}]}
`
  await expect(story.install(template, { timeout: 10_000 })).rejects.toThrow(
    /^failed pre-install: resource Job\/verbs-hook-wait\/seed not ready. status: InProgress, message: .*\n.*Pod seed-.*: Unschedulable: .*\ntimed out after 10 s: context deadline exceeded/,
  )
})

test.concurrent('a wait that takes too long says what holds it up', async () => {
  const story = new Story('verbs-wait')
  const template = deployment(1, 'web', '{no: where}')
  await expect(story.install(template, { wait: 'ready', timeout: 10_000 })).rejects.toThrow(
    /resource Deployment\/verbs-wait\/web not ready. status: InProgress, message: .*\n.*Pod web-.*: Unschedulable: .*\ntimed out after 10 s: context deadline exceeded/,
  )
  expect(await story.statuses()).toEqual(['failed'])
  const reasons = story.events.flatMap((event) => (event.type === 'waiting' ? event.reason : []))
  expect(reasons).toContainEqual(expect.stringMatching(/→ Pod web-.*: Unschedulable: /))
})

test.concurrent('an upgrade that fails is rolled back when that is asked for', async () => {
  const story = new Story('verbs-atomic')
  await story.install(configMap('one'), { set: 'a: first' })
  const bad = configMap('one') + configMap('Two')
  await expect(story.upgrade(bad, { set: 'a: second', onFailure: 'undo' })).rejects.toThrow(
    /^release r failed, and has been rolled back due to rollback-on-failure being set: /,
  )
  expect(await story.statuses()).toEqual(['superseded', 'failed', 'deployed'])
  expect(textAt(await story.read('configmaps', 'one'), ['data', 'a'])).toBe('first')
})

test.concurrent('an install that fails goes again when that is asked for', async () => {
  const story = new Story('verbs-undone')
  const bad = configMap('one') + deployment(-1)
  await expect(story.install(bad, { onFailure: 'undo' })).rejects.toThrow(
    /^release r failed, and has been uninstalled due to rollback-on-failure being set: /,
  )
  expect(await story.statuses()).toEqual([])
  expect(await story.read('configmaps', 'one')).toBeUndefined()
})

test.concurrent('fields of others fail the upgrade, are taken, or are left', async () => {
  const story = new Story('verbs-conflicts')
  await story.install(deployment(1))
  const { namespace } = story.place
  const scaled = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace },
    spec: { replicas: 5 },
  }
  const replicas = async () =>
    readPath(await story.read('deployments', 'web'), ['spec', 'replicas'])
  await foreign(story, scaled)
  await expect(story.upgrade(deployment(2))).rejects.toThrow(
    'conflict occurred while applying object verbs-conflicts/web apps/v1, Kind=Deployment: Apply failed with 1 conflict: conflict with "somebody": .spec.replicas',
  )
  await story.upgrade(deployment(2), { conflicts: 'yield' })
  expect(await replicas()).toBe(5)
  await story.upgrade(deployment(3), { conflicts: 'take' })
  expect(await replicas()).toBe(3)
})

test.concurrent('what leaves the chart is deleted, unless it says otherwise', async () => {
  const story = new Story('verbs-prune')
  const kept = configMap('kept', ', annotations: {helm.sh/resource-policy: keep}')
  await story.install(configMap('stays') + configMap('goes') + kept)
  await story.upgrade(configMap('stays'))
  expect(await story.read('configmaps', 'goes')).toBeUndefined()
  expect(await story.read('configmaps', 'kept')).toBeDefined()
})

test.concurrent('a field that cannot be changed is named, or the object made anew', async () => {
  const story = new Story('verbs-immutable')
  await story.install(deployment(1, 'web'))
  await expect(story.upgrade(deployment(1, 'other'))).rejects.toThrow(
    /^spec.selector of Deployment verbs-immutable\/web cannot be changed: /,
  )
  const { did } = await story.upgrade(deployment(1, 'other'), { immutable: 'recreate' })
  expect(did).toBe('upgraded')
  const live = await story.read('deployments', 'web')
  expect(textAt(live, ['spec', 'selector', 'matchLabels', 'app'])).toBe('other')
})

test.concurrent('an upgrade that changes nothing writes nothing', async () => {
  const story = new Story('verbs-unchanged')
  await story.install(configMap('one'))
  story.events.length = 0
  expect(await story.upgrade(configMap('one'))).toMatchObject({ did: 'unchanged' })
  expect(story.events).toEqual([{ type: 'step', step: 'rendering' }])
  expect(await story.statuses()).toEqual(['deployed'])
  await foreign(story, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: story.place.namespace },
    data: { a: 'drifted' },
  })
  const drifted = await story.upgrade(configMap('one'), { conflicts: 'take' })
  expect(drifted).toMatchObject({ did: 'upgraded', record: { version: 2 } })
})

test.concurrent('an install that was cut off goes on with what it drew', async () => {
  const story = new Story('verbs-cut')
  const { report } = story.ports
  const random = `---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {p: {{ randAlphaNum 20 }}}\n`
  story.ports = { ...story.ports, report: cut }
  await expect(story.install(random)).rejects.toThrow('cut off')
  expect(await story.statuses()).toEqual(['pending-install'])
  const before = await story.ports.store.last(story.place, signal)
  story.ports = { ...story.ports, report }
  await story.install(random)
  const after = await story.ports.store.last(story.place, signal)
  expect(await story.statuses()).toEqual(['deployed'])
  expect(after?.record.manifest).toBe(before?.record.manifest)
})

test.concurrent('a name is free again after an uninstall, or by replacing', async () => {
  const story = new Story('verbs-replace')
  await story.install(configMap('one'))
  await expect(story.install(configMap('one'))).rejects.toThrow(
    'release name check failed: cannot reuse a name that is still in use',
  )
  await story.uninstall(true)
  expect(await story.statuses()).toEqual(['uninstalled'])
  await story.install(configMap('one'), { replace: true })
  expect(await story.statuses()).toEqual(['superseded', 'deployed'])
  await story.uninstall(false)
  expect(await story.statuses()).toEqual([])
})

function cut({ type }: ReleaseEvent): void {
  if (type === 'recorded') throw new Error('cut off')
}

test.concurrent('what is not there is said at once', async () => {
  const story = new Story('verbs-nowhere')
  await expect(story.uninstall(false)).rejects.toThrow(
    'uninstall: Release not loaded: r: release: not found',
  )
  await expect(story.upgrade(configMap('one'))).rejects.toThrow('"r" has no deployed releases')
  await expect(story.install(configMap('one'), { createNamespace: false })).rejects.toThrow(
    'namespaces "verbs-nowhere" not found',
  )
})

async function foreign({ place }: Story, object: KubeObject): Promise<void> {
  const { namespace } = place
  const placed = { ...object, metadata: { ...object.metadata, namespace } }
  const group = object.kind === 'Deployment' ? 'apps' : ''
  const resource = `${object.kind.toLowerCase()}s`
  await applyObject(
    cluster.client,
    { group, version: 'v1', resource, kind: object.kind, namespaced: true },
    placed,
    { fieldManager: 'somebody', force: true },
    signal,
  )
}
