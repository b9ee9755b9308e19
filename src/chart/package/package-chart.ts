import { fromBytes, toBytes } from '../../formats/go-string.ts'
import { JsonError } from '../../formats/json/errors.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { writeTar, type TarFile } from '../../formats/tar-write.ts'
import type { Chart } from '../chart.ts'
import { validateMetadata } from '../load/check-metadata.ts'
import { ChartError } from '../errors.ts'
import { metadataYaml } from '../load/metadata-yaml.ts'
import { lockYaml } from './package-lock.ts'

export interface PackageOptions {
  readonly version?: string
  readonly appVersion?: string
}

export interface PackagedChart {
  /** Such as `web-1.0.0.tgz`. */
  readonly fileName: string
  /** The archive before it is compressed. */
  readonly tar: Uint8Array
}

/**
 * The moment of every file in our archives: 1980, before which no archive format has time. A chart has
 * the same digest whenever and wherever it is packaged.
 */
const moment = Date.UTC(1980, 0, 1) / 1000

/** The archive of a chart: the entries of `helm package`, in its order. */
export function packageChart(loaded: Chart, options: PackageOptions = {}): PackagedChart {
  const chart = withVersions(loaded, options)
  checkDependencies(chart)
  const { name, version } = chart.metadata
  return { fileName: `${name}-${version}.tgz`, tar: writeTar(entriesOf(chart, ''), moment) }
}

function withVersions(chart: Chart, { version, appVersion }: PackageOptions): Chart {
  const changed = {
    ...chart.metadata,
    ...(version ? { version } : {}),
    ...(appVersion ? { appVersion } : {}),
  }
  const parsed = parseVersion(changed.version)
  if (!parsed.ok) throw new ChartError('metadata', parsed.error)
  return { ...chart, metadata: validateMetadata(changed) }
}

function checkDependencies({ metadata, dependencies }: Chart): void {
  const present = new Set(dependencies.map((sub) => sub.metadata.name))
  const declared = (metadata.dependencies ?? []).map((one) => one.name)
  const missing = declared.filter((name) => !present.has(name)).join(', ')
  if (missing === '') return
  const found = 'found in Chart.yaml, but missing in charts/ directory'
  throw new ChartError('dependency', `${found}: ${missing}`)
}

function entriesOf(chart: Chart, parent: string): TarFile[] {
  const { metadata } = chart
  const base = `${parent}${metadata.name}`
  const isOld = metadata.apiVersion === 'v1'
  // The first version keeps its dependencies in requirements.yaml, which is among the files.
  const written = isOld ? { ...metadata, dependencies: undefined } : metadata
  const lock = metadata.apiVersion === 'v2' ? lockYaml(chart) : undefined
  const own = [
    { name: 'Chart.yaml', data: toBytes(metadataYaml(written)) },
    ...(lock === undefined ? [] : [{ name: 'Chart.lock', data: toBytes(lock) }]),
    ...chart.raw.filter((file) => file.name === 'values.yaml'),
    ...schemaEntry(chart),
    ...chart.templates,
    ...chart.files,
  ]
  return [
    ...own.map(({ name, data }) => ({ name: `${base}/${name}`, data })),
    ...chart.dependencies.flatMap((sub) => entriesOf(sub, `${base}/charts/`)),
  ]
}

function schemaEntry({ schema }: Chart): TarFile[] {
  if (schema === undefined) return []
  const name = 'values.schema.json'
  try {
    decodeJson(fromBytes(schema), 'any')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new ChartError('schema', `failed to save: invalid JSON in ${name}`, { cause: error })
  }
  return [{ name, data: schema }]
}
