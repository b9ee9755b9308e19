import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Registry, connectRegistry } from '../../../src/oci/client/registry.ts'
import { type Transport, createTransport } from '../../../src/oci/client/transport.ts'
import { digestOf } from '../../../src/oci/digest.ts'
import { verifyChart } from '../../../src/sources/verify/verify-chart.ts'
import { startTemporaryRegistry } from '../../registry/temporary-registry.ts'
import { alterBlobs } from './alter.ts'
import { loadRecorded, manifestOf, replay } from './recording.ts'
import { rows, verifiableKeyNames } from './rows.ts'

const { signal } = new AbortController()
const recorded = loadRecorded()
const { demo } = recorded.charts
const archive = Buffer.from(demo.archive, 'base64')
const fileName = 'demo-0.1.0.tgz'

let server: Awaited<ReturnType<typeof startTemporaryRegistry>>
let transport: Transport
let registry: Registry
beforeAll(async () => {
  server = await startTemporaryRegistry()
  transport = createTransport()
  registry = connectRegistry(new URL(server.url).host, { transport })
})
afterAll(async () => {
  await transport.close()
  await server.stop()
})

test('every row is recorded, and no other', () => {
  expect(Object.keys(recorded.accepted)).toEqual(rows.map(({ name }) => name))
})

test.each(rows)('accepted or refused as by cosign, or a reason why not: $name', (row) => {
  const isSame = recorded.accepted[row.name] === (row.says === undefined)
  expect(isSame).toBe(row.differs === undefined)
})

test.each(rows.map((row, index) => ({ ...row, index })))('$name', async (row) => {
  const repository = `row/${row.index}`
  const signings = row.signings(recorded).filter((one) => one !== undefined)
  await replay(registry, repository, { chart: demo, signings }, signal)
  const manifest = manifestOf(demo.manifest)
  const { annotations = {} } = row
  const cosignKey = { key: recorded.keys[row.key] ?? '', annotations }
  const chart = { fileName, archive, oci: { registry, repository, manifest } }
  const outcome = verifyChart(chart, { cosignKey }, signal).catch((error: unknown) => error)
  const accepted = { by: 'cosign-key', digest: manifest.digest }
  expect(await outcome).toMatchObject(row.says === undefined ? accepted : refusedFor(row.says))
})

test.each(verifiableKeyNames)(
  'a bundle beside the archive, by a key of the kind %s',
  async (name) => {
    const bundle = Buffer.from(recorded.blobBundles[name] ?? '')
    const cosignKey = { key: recorded.keys[name] ?? '' }
    const accepted = { by: 'cosign-key', digest: digestOf(archive) }
    const chart = { fileName, archive, bundle }
    expect(await verifyChart(chart, { cosignKey }, signal)).toMatchObject(accepted)
  },
)

test('a bundle beside another archive is refused', async () => {
  const bundle = Buffer.from(recorded.blobBundles['p256'] ?? '')
  const cosignKey = { key: recorded.keys['p256'] ?? '' }
  const other = Buffer.from(recorded.charts.other.archive, 'base64')
  const outcome = verifyChart({ fileName, archive: other, bundle }, { cosignKey }, signal)
  await expect(outcome).rejects.toMatchObject(refusedFor('its signature is not by this key'))
})

test('a bundle without end does not hide a good signature', async () => {
  const repository = 'row/endless'
  const [other, good] = [recorded.signings['ed25519 bundle'], recorded.signings['p256 bundle']]
  if (other === undefined || good === undefined) throw new Error('there are no bundles')
  const endless = alterBlobs(other, (text) => text + ' '.repeat(2 * 1024 * 1024))
  const manifest = manifestOf(demo.manifest)
  const chart = { fileName, archive, oci: { registry, repository, manifest } }
  const cosignKey = { key: recorded.keys['p256'] ?? '' }
  await replay(registry, repository, { chart: demo, signings: [endless] }, signal)
  const alone = verifyChart(chart, { cosignKey }, signal)
  await expect(alone).rejects.toMatchObject(refusedFor('is larger than the limit of 1048576 bytes'))
  await replay(registry, repository, { chart: demo, signings: [good] }, signal)
  expect(await verifyChart(chart, { cosignKey }, signal)).toMatchObject({ by: 'cosign-key' })
})

test('an archive that is not in the signed manifest is refused', async () => {
  const repository = 'row/swapped'
  const signed = recorded.signings['p256 tag']
  await replay(
    registry,
    repository,
    { chart: demo, signings: signed === undefined ? [] : [signed] },
    signal,
  )
  const other = Buffer.from(recorded.charts.other.archive, 'base64')
  const oci = { registry, repository, manifest: manifestOf(demo.manifest) }
  const cosignKey = { key: recorded.keys['p256'] ?? '' }
  const outcome = verifyChart({ fileName, archive: other, oci }, { cosignKey }, signal)
  await expect(outcome).rejects.toMatchObject(refusedFor('is not in its manifest'))
})

const refusedFor = (says: string) => ({
  code: 'not-verified',
  message: expect.stringContaining(says),
})
