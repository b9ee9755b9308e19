import { pullManifest } from '../../oci/client/resolve.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { readBounded } from '../../oci/bytes.ts'
import { digestOf } from '../../oci/digest.ts'
import { parseManifest } from '../../oci/manifest.ts'
import { SourceError } from '../../sources/errors.ts'
import { tagOf } from '../../sources/oci/chart-reference.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'
import { uploadToMuseum } from '../../sources/repository/museum.ts'
import { maxChartBytes } from '../limits.ts'
import type { HttpFetcher } from '../../sources/http/fetcher.ts'

/** A chart that goes to the repository of its group. */
export interface ChartToUpload {
  readonly group: string
  readonly name: string
  readonly version: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
}

/** Where charts go, by group. */
export interface ChartUploads {
  /** The address of the repository of a group. */
  readonly addressOf: (group: string) => string
  readonly upload: (chart: ChartToUpload, signal: AbortSignal) => Promise<'uploaded' | 'there'>
}

// One moment for all keeps the digest of a manifest the same.
const created = '1980-01-01T00:00:00Z'

/** Charts in a registry, below FOLDER/GROUP. */
export function registryUploads(registry: Registry, folder: string): ChartUploads {
  const below = (group: string) => (folder === '' ? group : `${folder}/${group}`)
  return {
    addressOf: (group) => `oci://${registry.host}/${below(group)}`,
    upload: async ({ group, name, version, archive, provenance }, signal) => {
      const repository = `${below(group)}/${name}`
      const raw = await pullManifest(registry, repository, tagOf(version), signal)
      if (raw !== undefined) {
        const manifest = parseManifest(raw, `chart ${name} ${version}`)
        const digest = digestOf(archive)
        const isSame =
          manifest.kind === 'image' && manifest.layers.some((layer) => layer.digest === digest)
        if (isSame) return 'there'
      }
      const proof = provenance === undefined ? {} : { provenance }
      await pushChart(registry, { below: below(group), archive, created, ...proof }, signal)
      return 'uploaded'
    },
  }
}

/** Charts in a ChartMuseum, a tenant for each group; a version that is there with other bytes is replaced. */
export function museumUploads(address: string, fetcher: HttpFetcher): ChartUploads {
  const base = address.replace(/\/+$/, '')
  const addressOf = (group: string) => `${base}/${group}`
  return {
    addressOf,
    upload: async ({ group, name, version, archive, provenance }, signal) => {
      const file = `${name}-${version}.tgz`
      const there = await readThere(new URL(`${addressOf(group)}/charts/${file}`), fetcher, signal)
      if (there !== undefined && digestOf(there) === digestOf(archive)) return 'there'
      const proof =
        provenance === undefined ? {} : { provenance: { name: `${file}.prov`, bytes: provenance } }
      const upload = { repositoryUrl: addressOf(group), fetcher, force: true }
      await uploadToMuseum({ ...upload, archive: { name: file, bytes: archive }, ...proof }, signal)
      return 'uploaded'
    },
  }
}

async function readThere(
  url: URL,
  fetcher: HttpFetcher,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetcher.get({ url, maxBytes: maxChartBytes }, signal)
    if (answer.kind !== 'fetched') return undefined
    return await readBounded(answer.body, maxChartBytes, url.pathname)
  } catch (error) {
    if (error instanceof SourceError && error.code === 'not-found') return undefined
    throw error
  }
}
