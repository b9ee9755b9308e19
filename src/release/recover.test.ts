import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { inProcessTransport } from '../apiserver/http/in-process.ts'
import { startApiServer } from '../apiserver/server.ts'
import { memoryFiles } from '../apiserver/storage/memory-files.ts'
import { loadFiles } from '../chart/load.ts'
import { nodeDraws } from '../chart/node/draws.ts'
import { gunzip } from '../chart/node/load-chart.ts'
import { toBytes } from '../formats/go-string.ts'
import { createKubeClient } from '../kube/client.ts'
import { Discovery } from '../kube/discovery/discovery.ts'
import { install } from './install.ts'
import type { ReleasePorts } from './ports.ts'
import { ReleaseStore } from './record/store.ts'
import { upgrade } from './upgrade.ts'

const never = new AbortController().signal
let end = async () => {}

afterEach(() => end())

async function openPorts(): Promise<ReleasePorts> {
  const server = await startApiServer({ files: memoryFiles() })
  end = () => server.close()
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(server.answer, peer)
  const client = createKubeClient({ transport, rateLimit: 'none' })
  return {
    client,
    discovery: new Discovery(client),
    store: new ReleaseStore({ client }),
    identity: 'test',
    draws: nodeDraws,
    report: () => {},
  }
}

const shared = {
  namespace: 'default',
  name: 'large',
  values: new Map(),
  crds: 'skip',
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

function chartOf(text: string) {
  const noise = Array.from({ length: 12_000 }, (_, at) =>
    createHash('sha512').update(`${text}/${at}`).digest('base64'),
  )
  const halves = [noise.slice(0, 6000), noise.slice(6000)].map(
    (part, at) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large-${at}}\ndata: {a: "${part.join('')}"}`,
  )
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: large, version: 1.0.0}') },
    { name: 'templates/all.yaml', data: toBytes(halves.join('\n---\n')) },
  ]
  return loadFiles(files, gunzip)
}

test('what helm began with a record that it cannot read does not stand in the way', async () => {
  const ports = await openPorts()
  const { store } = ports
  const first = { ...shared, createNamespace: false, replace: false, chart: chartOf('a') }
  await install(first, ports, never)
  // As helm rollback leaves it: a copy of what it sees, as the next revision.
  const [stored] = await store.outline(shared, never)
  if (stored === undefined) throw new Error('nothing is stored')
  const seen = await stored.seenByHelm(never)
  const info = { ...seen.info, status: 'pending-rollback' } as const
  await store.create({ ...seen, info, version: 2 }, { labels: {}, maxHistory: 0 }, never)
  const more = { reuse: 'reset', evenIfUnchanged: false } as const
  await upgrade({ ...shared, ...more, chart: chartOf('b') }, ports, never)
  const history = await store.history(shared, never)
  expect(history.map(({ status }) => status)).toEqual(['superseded', 'failed', 'deployed'])
})
