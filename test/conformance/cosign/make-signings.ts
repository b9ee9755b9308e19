import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChart } from '../../../src/chart/node/load-chart.ts'
import { writePackage } from '../../../src/chart/node/write-package.ts'
import { packageChart } from '../../../src/chart/package/package-chart.ts'
import { readBounded } from '../../../src/oci/bytes.ts'
import { pullBlob } from '../../../src/oci/client/transfer/pull-blob.ts'
import { listReferrers } from '../../../src/oci/client/referrers.ts'
import type { Registry } from '../../../src/oci/client/registry.ts'
import { pullManifest } from '../../../src/oci/client/resolve.ts'
import { digestOf, hexOf } from '../../../src/oci/digest.ts'
import { parseManifest } from '../../../src/oci/manifest.ts'
import type { Cosign } from './program.ts'
import { type RecordedChart, type Signing, manifestOf, replay } from './recording.ts'
import type { forms } from './rows.ts'

type Form = (typeof forms)[number]

const quiet = ['--use-signing-config=false', '--tlog-upload=false', '-y']
const formFlags: Readonly<Record<Form, readonly string[]>> = {
  tag: ['--new-bundle-format=false'],
  referrer: ['--new-bundle-format=false', '--registry-referrers-mode=oci-1-1'],
  bundle: ['--new-bundle-format=true'],
}

/** A chart in an archive of its own, with the manifest under which it is pushed. */
export async function makeChart(name: string): Promise<RecordedChart> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-cosign-chart-'))
  try {
    const config = JSON.stringify({ name, version: '0.1.0', apiVersion: 'v2' })
    await writeFile(join(folder, 'Chart.yaml'), config)
    const archive = await readFile(writePackage(packageChart(loadChart(folder)), folder))
    const manifest = JSON.stringify({
      schemaVersion: 2,
      config: describe('config.v1+json', Buffer.from(config)),
      layers: [describe('chart.content.v1.tar+gzip', archive)],
    })
    return { archive: archive.toString('base64'), config, manifest }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function describe(type: string, bytes: Buffer) {
  const mediaType = `application/vnd.cncf.helm.${type}`
  return { mediaType, digest: digestOf(bytes), size: bytes.length }
}

export interface SigningOrder {
  readonly repository: string
  readonly chart: RecordedChart
  readonly keys: readonly string[]
  readonly form: Form
  readonly words?: readonly string[]
  /** An attestation of something else instead of a signature. */
  readonly attest?: true
}

/** Has cosign sign a chart in a registry; returns what it left there. */
export async function makeSigning(
  cosign: Cosign,
  registry: Registry,
  order: SigningOrder,
  signal: AbortSignal,
): Promise<Signing> {
  const { repository, chart, keys, form, words = [] } = order
  await replay(registry, repository, { chart, signings: [] }, signal)
  const { digest } = manifestOf(chart.manifest)
  const reference = `${registry.host}/${repository}@${digest}`
  const flags = order.attest
    ? ['attest', '--predicate', 'predicate.json', '--type', 'custom']
    : ['sign', ...formFlags[form]]
  for (const key of keys) {
    const env = { COSIGN_EXPERIMENTAL: '1' }
    await cosign.run([...flags, '--key', `${key}.key`, ...quiet, ...words, reference], env)
  }
  return await readSigning(registry, order, signal)
}

async function readSigning(
  registry: Registry,
  { repository, chart }: SigningOrder,
  signal: AbortSignal,
): Promise<Signing> {
  const { digest } = manifestOf(chart.manifest)
  const tag = `sha256-${hexOf(digest)}.sig`
  const referrers = await listReferrers(registry, repository, { subject: digest }, signal)
  const places = [{ at: tag, tag }, ...referrers.map((one) => ({ at: one.digest }))]
  const manifests: { readonly tag?: string; readonly text: string }[] = []
  const blobs: string[] = []
  for (const { at, ...named } of places) {
    const raw = await pullManifest(registry, repository, at, signal)
    const manifest = raw && parseManifest(raw, at)
    if (manifest?.kind !== 'image') continue
    manifests.push({ ...named, text: Buffer.from(raw?.bytes ?? []).toString() })
    for (const part of [manifest.config, ...manifest.layers]) {
      const blob = pullBlob(registry, repository, part, signal)
      blobs.push(Buffer.from(await readBounded(blob, 1e6, at)).toString())
    }
  }
  return { manifests, blobs }
}
