import { afterEach, expect, test } from 'vitest'
import { inProcessTransport } from '../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../apiserver/server.ts'
import { memoryFiles } from '../apiserver/storage/memory-files.ts'
import { loadFiles } from '../chart/load/load.ts'
import { nodeEntropy } from '../chart/node/entropy.ts'
import { gunzip } from '../chart/node/load-chart.ts'
import { readValues } from '../chart/values/read-values.ts'
import { Informer } from '../controller/informer.ts'
import { toBytes } from '../formats/go-string.ts'
import { type KubeClient, createKubeClient } from '../kube/client.ts'
import { Discovery } from '../kube/discovery/discovery.ts'
import { listObjects } from '../kube/objects/list-objects.ts'
import type { Transport } from '../kube/transport.ts'
import { createObject } from '../kube/objects/write-object.ts'
import { type KubeObject, nameOf } from '../objects/kube-object.ts'
import { systemClock } from '../std/clock.ts'
import { type InstallInput, install } from './install.ts'
import { leaderPorts } from './leader-ports.ts'
import { planInstall } from './plan-change.ts'
import type { ReleasePorts } from './ports.ts'
import { planUninstall } from './plan/plan-uninstall.ts'
import { secrets } from '../kube/objects/core-resources.ts'
import { KnownRevisions, revisionSelection } from './record/known-revisions.ts'
import { ReleaseStore } from './record/store.ts'
import type { ReleaseEvent, ReleaseRecord } from './release.ts'
import { rollback } from './rollback.ts'
import { uninstall } from './uninstall.ts'
import { type UpgradeInput, upgrade } from './upgrade.ts'

const never = new AbortController().signal
const ended: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const fourObjects = `
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Release.Name }}}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas | default 0 }}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: {{ .Release.Name }}}
spec: {rules: [{host: web.example}]}
`

interface Connected {
  readonly client: KubeClient
  readonly requests: string[]
  readonly store: ReleaseStore
}

/** An operator on an embedded server, whose requests are counted. */
class Operator {
  readonly server: ApiServer
  readonly client: KubeClient
  readonly ports: ReleasePorts
  readonly requests: string[]
  readonly events: ReleaseEvent[] = []

  private constructor(server: ApiServer, { client, requests, store }: Connected) {
    this.server = server
    this.client = client
    this.requests = requests
    this.ports = {
      client,
      discovery: new Discovery(client),
      store,
      identity: 'operator',
      entropy: nodeEntropy,
      report: (event) => this.events.push(event),
      leader: leaderPorts({ signal: never, throwIfLost: () => {} }),
    }
  }

  static async start(server?: ApiServer): Promise<Operator> {
    const api = server ?? (await startApiServer({ files: memoryFiles() }))
    if (server === undefined) ended.push(() => api.close())
    const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
    const local = inProcessTransport(api.answer, peer)
    const requests: string[] = []
    const counted: Transport = (request, signal) => {
      const path = request.path.split('?')[0] ?? ''
      requests.push(`${request.method} ${path.split('/').slice(-2).join('/')}`)
      return local(request, signal)
    }
    const client = createKubeClient({ transport: counted, rateLimit: 'none' })
    const informer = new Informer(client, revisionSelection, { metadataOnly: true })
    const stop = new AbortController()
    const running = informer.run(stop.signal).catch(() => {})
    ended.unshift(() => (stop.abort(), running))
    const known = new KnownRevisions(informer)
    await informer.untilSynced(never)
    const operator = new Operator(api, {
      client,
      requests,
      store: new ReleaseStore({ client, known }),
    })
    // These requests are made once for a cluster, not for each release.
    await Promise.all([
      operator.ports.discovery.apis(never),
      operator.ports.discovery.serverVersion(never),
    ])
    return operator
  }

  /** The requests that something takes. */
  async count(act: () => Promise<unknown>): Promise<readonly string[]> {
    this.requests.length = 0
    await act()
    return this.requests.toSorted()
  }

  install(name: string, template = fourObjects, more: Partial<InstallInput> = {}) {
    const rest = { createNamespace: false, replace: false, crds: 'create' } as const
    return install({ ...inputOf(name, template), ...rest, ...more }, this.ports, never)
  }

  upgrade(name: string, set: string, template = fourObjects) {
    const rest = { reuse: 'reset', crds: 'create', evenIfUnchanged: false } as const
    const input: UpgradeInput = { ...inputOf(name, template, set), ...rest }
    return upgrade(input, this.ports, never)
  }

  uninstall(name: string) {
    const more = { keepHistory: false, wait: false, cascade: 'background' } as const
    return uninstall({ ...inputOf(name, ''), ...more }, this.ports, never)
  }

  /** Makes the newest record of a release say that somebody is at work. */
  async relabel(name: string, status: ReleaseRecord['info']['status'], intent: string) {
    const { store } = this.ports
    const outline = await store.outline({ namespace: 'default', name }, never)
    const [read] = await store.readAll(outline.slice(-1), never)
    if (read === undefined) throw new Error('there is no record')
    const info = { ...read.record.info, status }
    await store.update({ ...read.record, info }, { 'outrigger.dev/intent': intent }, never)
  }

  /** The names of the ConfigMaps that there are. */
  async maps(): Promise<readonly string[]> {
    const { objects } = await listObjects(
      this.client,
      { resource: configMaps, namespace: 'default' },
      {},
      never,
    )
    return objects
      .map(nameOf)
      .filter((name) => name !== 'kube-root-ca.crt')
      .toSorted()
  }

  async history(name: string) {
    const found = await new ReleaseStore({ client: this.client }).history(
      { namespace: 'default', name },
      never,
    )
    return found.map(({ status }) => status)
  }
}

function inputOf(name: string, template: string, set = '') {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/all.yaml', data: toBytes(template) },
  ]
  return {
    namespace: 'default',
    name,
    chart: loadFiles(files, gunzip),
    values: readValues(toBytes(set)),
    timeout: 5000,
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
  } as const
}

test('a leader installs four objects by six requests, and asks again only for what it wrote', async () => {
  const operator = await Operator.start()
  expect(await operator.count(() => operator.install('a'))).toEqual([
    'PATCH deployments/a',
    'PATCH ingresses/a',
    'PATCH serviceaccounts/a',
    'PATCH services/a',
    'POST default/secrets',
    'PUT secrets/sh.helm.release.v1.a.v1',
  ])
  expect(await operator.history('a')).toEqual(['deployed'])
})

test('a leader upgrades by applying what changes, and nothing when nothing changes', async () => {
  const operator = await Operator.start()
  await operator.install('a')
  operator.events.length = 0
  expect(await operator.count(() => operator.upgrade('a', 'replicas: 2'))).toEqual([
    'GET deployments/a',
    'GET ingresses/a',
    'GET secrets/sh.helm.release.v1.a.v1',
    'GET serviceaccounts/a',
    'GET services/a',
    'PATCH deployments/a',
    'POST default/secrets',
    'PUT secrets/sh.helm.release.v1.a.v1',
    'PUT secrets/sh.helm.release.v1.a.v2',
  ])
  const did = operator.events.flatMap((one) => (one.type === 'object' ? [one.did] : []))
  expect(did.toSorted()).toEqual(['changed', 'unchanged', 'unchanged', 'unchanged'])
  const again = await operator.count(() => operator.upgrade('a', 'replicas: 2'))
  expect(again.filter((one) => !one.startsWith('GET'))).toEqual([])
  expect(await operator.history('a')).toEqual(['superseded', 'deployed'])
})

test('a leader never writes to what is of another release, and says whose it is', async () => {
  const operator = await Operator.start()
  await operator.install('a')
  const taken = fourObjects.replaceAll('{{ .Release.Name }}', 'a')
  await expect(operator.install('b', taken)).rejects.toThrow(
    'ServiceAccount "a" in namespace "default" exists and cannot be imported into the current release: invalid ownership metadata; annotation validation error: key "meta.helm.sh/release-name" must equal "b": current value is "a"',
  )
  expect(await operator.history('b')).toEqual(['failed'])
  const unchanged = await operator.count(() => operator.upgrade('a', ''))
  expect(unchanged.filter((one) => !one.startsWith('GET'))).toEqual([])
})

test('what a leader drew is remembered beside the record', async () => {
  const operator = await Operator.start()
  const drawn = `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: {{ randAlpha 8 }}}}`
  expect(await operator.count(() => operator.install('a', drawn))).toEqual([
    'PATCH configmaps/a',
    'PATCH secrets/outrigger.release.v1.a.v1',
    'POST default/secrets',
    'POST default/secrets',
    'PUT secrets/sh.helm.release.v1.a.v1',
  ])
})

test('the next leader goes on with what the last one began, and others keep away from it', async () => {
  const operator = await Operator.start()
  const stop = new AbortController()
  const dying: ReleasePorts = {
    ...operator.ports,
    report: (event) => {
      if (event.type === 'recorded' && event.status === 'pending-install') stop.abort()
    },
    leader: leaderPorts({ signal: stop.signal, throwIfLost: () => {} }),
  }
  const rest = { createNamespace: false, replace: false, crds: 'create' } as const
  const input = { ...inputOf('a', fourObjects), ...rest }
  await expect(install(input, dying, never)).rejects.toThrow('context canceled')
  expect(await operator.history('a')).toEqual(['pending-install'])
  const { leader: _leader, ...others } = operator.ports
  await expect(install(input, others, never)).rejects.toThrow(
    /revision 1 is pending-install since \d+ s, by an operator; wait until it is done/,
  )
  const next = await Operator.start(operator.server)
  await next.install('a')
  expect(await next.history('a')).toEqual(['deployed'])
  const stored = await new ReleaseStore({ client: next.client }).history(input, never)
  expect(Object.keys(stored[0]?.labels ?? {})).not.toContain('outrigger.dev/intent')
})

test('a leader that begins something else gives up what the last one began', async () => {
  const operator = await Operator.start()
  const { store } = operator.ports
  await operator.install('a')
  const [read] = await store.readAll(await store.outline(inputOf('a', ''), never), never)
  if (read === undefined) throw new Error('there is no record')
  const info = { ...read.record.info, status: 'pending-upgrade' } as const
  const labels = { 'outrigger.dev/intent': 'upgrade.0123' }
  await store.create({ ...read.record, info, version: 2 }, { labels, maxHistory: 0 }, never)
  await operator.upgrade('a', 'replicas: 3')
  expect(await operator.history('a')).toEqual(['superseded', 'failed', 'deployed'])
  await rollback({ ...inputOf('a', ''), revision: 1 }, operator.ports, never)
  expect((await operator.history('a')).at(-1)).toBe('deployed')
})

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const
const map = (name: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}\n---\n`
// The server refuses it when all others are there already.
const refused = `{apiVersion: v1, kind: Service, metadata: {name: refused}, spec: {ports: [{port: 0}]}}`

/** The attempts that fail or end half way, and what each has created. */
const attempts: readonly {
  readonly name: string
  readonly make: (operator: Operator) => Promise<unknown>
}[] = [
  {
    name: 'an install that failed',
    make: (operator) => operator.install('a', `${map('left')}${refused}`),
  },
  {
    name: 'an install that a process did not finish',
    make: async (operator) => {
      await operator.install('a', map('left'))
      await operator.relabel('a', 'pending-install', 'install.0123')
      throw new Error('the process has ended')
    },
  },
  {
    name: 'two upgrades that failed, of which the first created something',
    make: async (operator) => {
      await operator.install('a', map('first'))
      await expect(operator.upgrade('a', '', `${map('left')}${refused}`)).rejects.toThrow('refused')
      return operator.upgrade('a', '', `${map('first')}${refused}`)
    },
  },
]

test.each(attempts)('$name leaves nothing once another revision is deployed', async ({ make }) => {
  const operator = await Operator.start()
  await expect(make(operator)).rejects.toThrow(/refused|process has ended/)
  expect(await operator.maps()).toContain('left')
  const statuses = await operator.history('a')
  if (statuses.includes('superseded') || statuses.includes('deployed')) {
    await operator.upgrade('a', '', map('last'))
  } else await operator.install('a', map('last'), { replace: true })
  expect(await operator.maps()).toEqual(['last'])
})

test.each(attempts)('$name leaves nothing once the release is uninstalled', async ({ make }) => {
  const operator = await Operator.start()
  await expect(make(operator)).rejects.toThrow(/refused|process has ended/)
  await operator.uninstall('a')
  expect(await operator.maps()).toEqual([])
})

test('a plan says that it prunes what failed attempts created', async () => {
  const operator = await Operator.start()
  await expect(operator.install('a', `${map('left')}${refused}`)).rejects.toThrow('refused')
  const rest = { createNamespace: false, replace: true, crds: 'create' } as const
  const plan = await planInstall({ ...inputOf('a', map('last')), ...rest }, operator.ports, never)
  expect(plan.objects).toMatchObject([
    { id: { name: 'last' }, action: 'create' },
    { id: { name: 'left' }, action: 'prune' },
  ])
})

test('a leader uninstalls, and nothing is left', async () => {
  const operator = await Operator.start()
  await operator.install('a')
  await operator.uninstall('a')
  expect(await operator.history('a')).toEqual([])
  await operator.install('a')
  expect(await operator.history('a')).toEqual(['deployed'])
})

test('what another release took over stays when the first is uninstalled, and its plan says so', async () => {
  const operator = await Operator.start()
  const one = '{apiVersion: v1, kind: ConfigMap, metadata: {name: one}}'
  await operator.install(
    'a',
    `${one}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: two}}`,
  )
  await operator.install('b', one, { takeOwnership: true })
  const target = { client: operator.client, namespace: 'default', name: 'a' }
  const last = await operator.ports.store.last(target, never)
  if (last === undefined) throw new Error('there is no release')
  const { discovery } = operator.ports
  const plan = await planUninstall({ target, record: last.record, discovery }, never)
  const said = 'belongs to release b in default by now, and stays'
  expect(plan.objects).toMatchObject([
    { id: { name: 'two' }, action: 'prune', problems: [] },
    { id: { name: 'one' }, action: 'keep', ownership: 'foreign', problems: [{ message: said }] },
  ])
  operator.events.length = 0
  await operator.uninstall('a')
  expect(operator.events).toContainEqual({ type: 'warning', message: `ConfigMap one ${said}` })
  const deleted = operator.events.filter((event) => event.type === 'object')
  expect(deleted).toMatchObject([{ did: 'deleted', object: { name: 'two' } }])
})

test('an uninstall that a leader did not finish is given up by the next request, and by others when told', async () => {
  const operator = await Operator.start()
  for (const who of ['leader', 'others'] as const) {
    await operator.install(who)
    const stop = new AbortController()
    const dying: ReleasePorts = {
      ...operator.ports,
      report: (event) => {
        if (event.type === 'recorded' && event.status === 'uninstalling') stop.abort()
      },
      leader: leaderPorts({ signal: stop.signal, throwIfLost: () => {} }),
    }
    const more = { keepHistory: false, wait: false, cascade: 'background' } as const
    await expect(uninstall({ ...inputOf(who, ''), ...more }, dying, never)).rejects.toThrow(
      'aborted',
    )
    expect(await operator.history(who)).toEqual(['uninstalling'])
  }
  const next = await Operator.start(operator.server)
  await next.upgrade('leader', 'replicas: 2')
  expect(await next.history('leader')).toEqual(['superseded', 'deployed'])
  const rest = { reuse: 'reset', crds: 'create', evenIfUnchanged: false } as const
  const input: UpgradeInput = { ...inputOf('others', fourObjects, 'replicas: 2'), ...rest }
  const { leader: _leader, ...others } = next.ports
  const later = { ...systemClock, now: () => systemClock.now() + 6 * 60_000 }
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(operator.server.answer, peer)
  const client = createKubeClient({ transport, rateLimit: 'none', clock: later })
  const ports = { ...others, client, store: new ReleaseStore({ client }) }
  await expect(upgrade(input, ports, never)).rejects.toThrow(
    'revision 1 is uninstalling since 6 min, by an operator; if nobody works on it any more, say --take-over',
  )
  await upgrade({ ...input, takeOver: true }, ports, never)
  expect(await operator.history('others')).toEqual(['superseded', 'deployed'])
})

test('a record that somebody else wrote a moment ago is not overwritten', async () => {
  const operator = await Operator.start()
  const record: KubeObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sh.helm.release.v1.a.v1', namespace: 'default' },
  }
  await createObject(operator.client, secrets, record, {}, never)
  await expect(operator.install('a')).rejects.toMatchObject({ code: 'exists' })
})
