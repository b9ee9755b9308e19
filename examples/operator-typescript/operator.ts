// An operator that brings EnsureMetricsServer about: a ConfigMap on the platform's cluster stands for the real work.
import { applyObject, connectToCluster } from 'outrigger/kube'
import { ConditionFailed, type ConditionWork, runConditionOperator } from 'outrigger/sdk'

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}

async function ensureMetricsServer(work: ConditionWork): Promise<string> {
  const { cluster, client, report, signal } = work
  const name = String(cluster.metadata['name'])
  if (name === 'forbidden') throw new ConditionFailed('this cluster gets no metrics server')
  await report('writes the configuration')
  const metadata = { name: `metrics-server-${name}`, namespace: 'outrigger-system' }
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { cluster: name } }
  await applyObject(client, configMaps, body, { fieldManager: 'metrics.example.com' }, signal)
  return `ConfigMap ${metadata.name} is there`
}

const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
process.once('SIGINT', () => stopping.abort())
const { client, close } = await connectToCluster({ environment: process.env })
const conditions = { EnsureMetricsServer: ensureMetricsServer }
const log = (line: string) => void process.stdout.write(`${line}\n`)
await runConditionOperator(
  client,
  { name: 'metrics.example.com', conditions, log },
  stopping.signal,
)
await close()
