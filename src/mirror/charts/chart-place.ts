import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../oci/client/registry.ts'
import { pullManifest } from '../../oci/client/resolve.ts'
import { digestOf } from '../../oci/digest.ts'
import { parseManifest } from '../../oci/manifest.ts'
import { tagOf } from '../../sources/oci/chart-reference.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'
import { indexFolder } from '../../sources/repository/index/write-index.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'

/** A chart that was fetched, as an archive. */
export interface PackedChart {
  readonly name: string
  readonly version: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
}

/** Where charts go: a folder of a registry, or a folder with an index. */
export interface ChartPlace {
  /** Where a chart is found afterwards. */
  readonly targetOf: (chart: PackedChart) => string
  /** Whether it has this very archive. */
  readonly has: (chart: PackedChart, signal: AbortSignal) => Promise<boolean>
  readonly put: (chart: PackedChart, signal: AbortSignal) => Promise<void>
  /** Called when all are there, if any was put. */
  readonly finish: (signal: AbortSignal) => Promise<void>
}

// Helm writes the moment of the archive into the manifest; one moment for all keeps its digest the same.
const created = '1980-01-01T00:00:00Z'

/** Charts below `oci://HOST/BELOW`, as `helm push` puts them there. */
export function chartsInRegistry(registry: Registry, below: string): ChartPlace {
  const repositoryOf = ({ name }: PackedChart) => (below === '' ? name : `${below}/${name}`)
  return {
    targetOf: (chart) => `oci://${registry.host}/${repositoryOf(chart)}:${tagOf(chart.version)}`,
    has: async (chart, signal) => {
      const repository = repositoryOf(chart)
      const raw = await pullManifest(registry, repository, tagOf(chart.version), signal)
      if (raw === undefined) return false
      const manifest = parseManifest(raw, `chart ${chart.name} ${chart.version}`)
      const digest = digestOf(chart.archive)
      return manifest.kind === 'image' && manifest.layers.some((layer) => layer.digest === digest)
    },
    put: async ({ archive, provenance }, signal) => {
      const proof = provenance === undefined ? {} : { provenance }
      await pushChart(registry, { below, archive, created, ...proof }, signal)
    },
    finish: async () => {},
  }
}

/** Charts in a folder that any web server makes a repository of. */
export function chartsInFolder(folder: string, now: () => Date): ChartPlace {
  const pathOf = ({ name, version }: PackedChart) => join(folder, `${name}-${version}.tgz`)
  return {
    targetOf: pathOf,
    has: async (chart) => {
      const path = pathOf(chart)
      const size = await stat(path).then(
        (found) => found.size,
        () => -1,
      )
      if (size !== chart.archive.length) return false
      return digestOf(await readFile(path)) === digestOf(chart.archive)
    },
    put: async (chart, signal) => {
      await mkdir(folder, { recursive: true })
      await writeFileAtomically(pathOf(chart), chart.archive, signal)
      if (chart.provenance === undefined) return
      await writeFileAtomically(`${pathOf(chart)}.prov`, chart.provenance, signal)
    },
    finish: (signal) => indexFolder(folder, { url: '', format: 'yaml', now: now() }, signal),
  }
}
