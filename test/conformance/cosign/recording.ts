import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pushBlob } from '../../../src/oci/client/transfer/push-blob.ts'
import { pushManifest } from '../../../src/oci/client/transfer/push-manifest.ts'
import { pushReferrer } from '../../../src/oci/client/referrers.ts'
import type { Registry } from '../../../src/oci/client/registry.ts'
import { digestOf } from '../../../src/oci/digest.ts'
import { type RawManifest, parseManifest } from '../../../src/oci/manifest.ts'
import { ociManifestType } from '../../../src/oci/media-types.ts'

/** A chart as it was pushed. */
export interface RecordedChart {
  /** In base64. */
  readonly archive: string
  readonly config: string
  readonly manifest: string
}

/** The manifests that cosign left in a registry when it signed: all texts. */
export interface Signing {
  readonly manifests: readonly { readonly tag?: string; readonly text: string }[]
  readonly blobs: readonly string[]
}

export interface Recorded {
  /** The version of cosign that made all this. */
  readonly cosign: string
  readonly charts: Readonly<Record<'demo' | 'other', RecordedChart>>
  /** Public keys by name, in PEM. */
  readonly keys: Readonly<Record<string, string>>
  readonly signings: Readonly<Record<string, Signing>>
  /** The output of `cosign sign-blob --bundle` for the archive of demo. */
  readonly blobBundles: Readonly<Record<string, string>>
  /** Whether `cosign verify` accepts a row. */
  readonly accepted: Readonly<Record<string, boolean>>
}

export const recordedFile = join(import.meta.dirname, 'recorded.json')

export function loadRecorded(): Recorded {
  return JSON.parse(readFileSync(recordedFile, 'utf8')) as Recorded
}

export function manifestOf(text: string): RawManifest {
  const bytes = Buffer.from(text)
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

/** Puts a chart and its signatures where they can be verified. */
export async function replay(
  registry: Registry,
  repository: string,
  { chart, signings }: { readonly chart: RecordedChart; readonly signings: readonly Signing[] },
  signal: AbortSignal,
): Promise<void> {
  const blobs = [
    Buffer.from(chart.archive, 'base64'),
    ...[chart.config, ...signings.flatMap((signing) => signing.blobs)].map((text) =>
      Buffer.from(text),
    ),
  ]
  for (const bytes of blobs) {
    const content = {
      digest: digestOf(bytes),
      size: bytes.length,
      open: async function* (start: number) {
        yield bytes.subarray(start)
      },
    }
    await pushBlob(registry, repository, { content, options: {} }, signal)
  }
  const manifests = signings.flatMap((signing) => signing.manifests)
  for (const { text, tag } of [{ text: chart.manifest, tag: '0.1.0' }, ...manifests]) {
    const raw = manifestOf(text)
    const isReferrer = parseManifest(raw, 'a recorded manifest').subject !== undefined
    if (isReferrer) await pushReferrer(registry, repository, raw, signal)
    else await pushManifest(registry, repository, { manifest: raw, tag }, signal)
  }
}
