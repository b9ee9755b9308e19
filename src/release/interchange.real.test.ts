import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../test/cli/temporary-helm-home.ts'
import type { OracleName } from '../../test/oracles/catalogue.ts'
import { findOracle } from '../../test/oracles/find.ts'
import { sharedControlPlane } from '../../test/testbed/shared.ts'
import { nodeEntropy } from '../chart/node/entropy.ts'
import { loadChart } from '../chart/node/load-chart.ts'
import { mergeUserValues } from '../chart/values/user-values.ts'
import { type ConnectedClient, connect, findConnection } from '../kube/connect.ts'
import { Discovery } from '../kube/discovery/discovery.ts'
import { listObjects } from '../kube/objects/list-objects.ts'
import { nameOf } from '../objects/kube-object.ts'
import type { ReleaseChoices } from './choices.ts'
import { install } from './install.ts'
import type { ReleasePorts } from './ports.ts'
import { ReleaseStore } from './record/store.ts'
import { rollback } from './rollback.ts'
import { uninstall } from './uninstall.ts'
import { upgrade } from './upgrade.ts'

const { signal } = new AbortController()

interface Row {
  readonly chart: string
  /** The values that the install sets. */
  readonly first?: string
  /** The values that the upgrade sets. */
  readonly second?: string
  /** Hooks outlive a release. */
  readonly left?: readonly string[]
}

const plain: Row = { chart: 'web-app', first: 'replicas=1', second: 'replicas=2' }
const charts: readonly Row[] = [
  plain,
  {
    chart: 'hooks-migrate',
    left: ['ConfigMap r-migrations', 'Job r-migrate-1', 'Job r-migrate-2'],
  },
  { chart: 'crds-folder' },
  { chart: 'database', first: 'password=one', second: 'password=two,replicas=2' },
  { chart: 'lookup-secret' },
  { chart: 'library-user' },
]

interface Actor {
  readonly namespace: string
  readonly install: (chart: string, set: string) => Promise<void>
  readonly upgrade: (chart: string, set: string) => Promise<void>
  readonly rollback: () => Promise<void>
  readonly uninstall: () => Promise<void>
}

const release = 'r'

let home: HelmHome
let cluster: ConnectedClient
let ports: ReleasePorts
let kubeconfig: string

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

beforeAll(async () => {
  ;({ kubeconfig } = await sharedControlPlane())
  home = await makeHelmHome()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
  const { client } = cluster
  ports = {
    client,
    discovery: new Discovery(client),
    store: new ReleaseStore({ client }),
    identity: `interchange-${process.pid}`,
    entropy: nodeEntropy,
    report: () => {},
  }
})

afterAll(async () => {
  await cluster.close()
  await home.remove()
})

test.concurrent.each(charts)('what we install of $chart, helm 4 takes over', async (row) => {
  const story = { one: ours(`ours-${row.chart}`), other: helm('helm4', `ours-${row.chart}`) }
  expect(await tell(story, row)).toEqual({ statuses, left: row.left ?? [] })
})

test.concurrent.each(charts)('what helm 4 installs of $chart, we take over', async (row) => {
  const story = { one: helm('helm4', `theirs-${row.chart}`), other: ours(`theirs-${row.chart}`) }
  expect(await tell(story, row)).toEqual({ statuses, left: row.left ?? [] })
})

test.concurrent('what we install, helm 3 takes over', async () => {
  const story = { one: ours('ours-3'), other: helm('helm3', 'ours-3') }
  expect(await tell(story, plain)).toEqual({ statuses, left: [] })
})

test.concurrent('what helm 3 installs, we take over', async () => {
  const story = { one: helm('helm3', 'theirs-3'), other: ours('theirs-3') }
  expect(await tell(story, plain)).toEqual({ statuses, left: [] })
})

const statuses = ['superseded', 'superseded', 'deployed']

// One installs; the other upgrades, rolls back and uninstalls. Gives the history, and what stays behind.
async function tell(
  { one, other }: { readonly one: Actor; readonly other: Actor },
  { chart, first = '', second = '' }: Row,
) {
  const folder = join('test/charts/charts', chart)
  await one.install(folder, first)
  await other.upgrade(folder, second)
  await other.rollback()
  const place = { namespace: one.namespace, name: release }
  const seen = (await ports.store.history(place, signal)).map(({ status }) => status)
  await other.uninstall()
  return { statuses: seen, left: await leftIn(one.namespace) }
}

function ours(namespace: string): Actor {
  const place = { namespace, name: release }
  return {
    namespace,
    install: async (folder, set) => {
      const input = { ...choices, ...place, ...chartInputOf(folder, set) }
      const more = { createNamespace: true, replace: false, crds: 'upgrade' } as const
      await install({ ...input, ...more }, ports, signal)
    },
    upgrade: async (folder, set) => {
      const input = { ...choices, ...place, ...chartInputOf(folder, set) }
      const more = { reuse: 'default', crds: 'skip', evenIfUnchanged: true } as const
      await upgrade({ ...input, ...more }, ports, signal)
    },
    rollback: async () => {
      await rollback({ ...choices, ...place, revision: 0 }, ports, signal)
    },
    uninstall: async () => {
      const more = { keepHistory: false, wait: true, cascade: 'background' } as const
      await uninstall({ ...choices, ...place, ...more }, ports, signal)
    },
  }
}

function chartInputOf(folder: string, set: string) {
  const nothing = { files: [], setJson: [], setString: [], setFile: [], setLiteral: [] }
  const given = { ...nothing, set: set === '' ? [] : [set] }
  return { chart: loadChart(folder), values: mergeUserValues(given, () => new Uint8Array()) }
}

function helm(oracle: OracleName, namespace: string): Actor {
  const run = async (...words: readonly string[]) => {
    const all = [...words, '-n', namespace, '--kubeconfig', kubeconfig]
    const ran = await home.helm(findOracle(oracle), all)
    expect({ words, exit: ran.exitCode, error: ran.stderr }).toMatchObject({ exit: 0 })
  }
  return {
    namespace,
    install: (folder, set) =>
      run('install', release, folder, '--create-namespace', ...setFlags(set)),
    upgrade: (folder, set) => run('upgrade', release, folder, ...setFlags(set)),
    rollback: () => run('rollback', release),
    uninstall: () => run('uninstall', release, '--wait'),
  }
}

function setFlags(set: string): readonly string[] {
  return set === '' ? [] : ['--set', set]
}

// Of all kinds, but for what Kubernetes makes by itself and what its controllers have not collected yet.
async function leftIn(namespace: string): Promise<readonly string[]> {
  ports.discovery.invalidate()
  const { resources } = await ports.discovery.apis(signal)
  const mine = resources.filter(
    ({ namespaced, verbs, kind, group }) =>
      namespaced && verbs.includes('list') && !passing.has(kind) && group !== 'events.k8s.io',
  )
  const found = await Promise.all(
    mine.map(async (resource) => {
      const { objects } = await listObjects(cluster.client, { resource, namespace }, {}, signal)
      return objects.map((object) => `${resource.kind} ${nameOf(object)}`)
    }),
  )
  const usual = ['ConfigMap kube-root-ca.crt', 'ServiceAccount default']
  return [...new Set(found.flat())].filter((one) => !usual.includes(one))
}

const passing = new Set([
  'Event',
  'Pod',
  'ReplicaSet',
  'Endpoints',
  'EndpointSlice',
  'ControllerRevision',
  'PersistentVolumeClaim',
  'PodMetrics',
])
