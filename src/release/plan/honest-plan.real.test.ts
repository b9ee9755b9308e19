import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../../../test/testbed/control-plane.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { applyCrds, changeValues, judgePlan, seeded, tryRender } from './honest-plan-for-test.ts'
import { PlannedRelease } from './planned-release-for-test.ts'

// Charts of a corpus folder (OUTRIGGER_CORPUS, layout in test/parity/corpus.ts) join when there is one.
const corpus = process.env['OUTRIGGER_CORPUS']
const own = ['web-app', 'database', 'queue', 'cache', 'operator'].map((name) => ({
  name,
  path: `test/charts/charts/${name}`,
  values: '',
}))
const webhooksOff = 'prometheusOperator: {admissionWebhooks: {enabled: false}}'
const others = [
  { name: 'prometheus-community_helm-charts__kube-prometheus-stack', values: webhooksOff },
  ...['kafka', 'mongodb', 'mysql', 'redis'].map((name) => ({
    name: `bitnami_charts__${name}`,
    values: '',
  })),
].map((one) => ({ ...one, path: join(corpus ?? '', 'charts', `${one.name}.tgz`) }))
const charts = corpus === undefined ? own : [...own, ...others]
const changes = corpus === undefined ? 4 : 20
const patience = corpus === undefined ? 120_000 : 1_200_000

const { signal } = new AbortController()

let plane: ControlPlane
let cluster: ConnectedClient

// Without controllers nothing changes but what is applied.
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'honest-'))
  plane = await startControlPlane({ folder, keeps: 'nothing', parts: [] })
  const { kubeconfig } = plane
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
})

afterAll(async () => {
  await cluster.close()
  await plane.shutDown()
})

test.each(charts)(
  'the plans for $name say what then changes, field by field',
  async ({ name, path, values }) => {
    const namespace = `honest-${name.replaceAll('_', '-')}`
    await createNamespace(namespace)
    const chart = loadChart(path)
    const base = readYamlMap(values)
    const release = new PlannedRelease(cluster.client, { name: 'honest', namespace })
    const first = tryRender(chart, base, namespace)
    if (first === undefined) throw new Error(`${name} does not render`)
    await applyCrds(release, first)
    expect(await judgePlan(release, first)).toEqual({ lies: [], changed: true })
    const pick = seeded(7)
    let done = 0
    for (let attempt = 0; attempt < changes * 10 && done < changes; attempt++) {
      const rendered = tryRender(chart, changeValues(chart, base, pick), namespace)
      if (rendered === undefined) continue
      const { lies, changed } = await judgePlan(release, rendered)
      expect(lies, `change ${done + 1}`).toEqual([])
      // Only what was really changed counts.
      if (changed) done++
    }
    expect(done).toBe(changes)
  },
  patience,
)

async function createNamespace(name: string): Promise<void> {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
  await createObject(cluster.client, namespaces, namespace, {}, signal)
}

const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
}
