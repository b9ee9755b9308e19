import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectRegistry } from '../../../src/oci/client/registry.ts'
import { createTransport } from '../../../src/oci/client/transport.ts'
import { verifyChart } from '../../../src/sources/verify/verify-chart.ts'
import { type DockerRegistry, startDockerRegistry } from '../../registry/docker-registry.ts'
import { loadRecorded, manifestOf, replay } from './recording.ts'
import { forms } from './rows.ts'

const { signal } = new AbortController()
const recorded = loadRecorded()
const { demo } = recorded.charts

let server: DockerRegistry
beforeAll(async () => {
  server = await startDockerRegistry()
})
afterAll(() => server.stop())

test.each(forms)('a registry that knows no referrers keeps them under a tag: %s', async (form) => {
  const transport = createTransport()
  const registry = connectRegistry(server.host, { transport })
  const repository = `charts/${form}`
  const signing = recorded.signings[`p256 ${form}`]
  await replay(
    registry,
    repository,
    { chart: demo, signings: signing === undefined ? [] : [signing] },
    signal,
  )
  const manifest = manifestOf(demo.manifest)
  const archive = Buffer.from(demo.archive, 'base64')
  const chart = { fileName: 'demo-0.1.0.tgz', archive, oci: { registry, repository, manifest } }
  const cosignKey = { key: recorded.keys['p256'] ?? '' }
  const verified = await verifyChart(chart, { cosignKey }, signal)
  await transport.close()
  expect(verified).toMatchObject({ by: 'cosign-key', digest: manifest.digest })
})
