import type { Chart, ChartFile } from '../../chart/chart.ts'
import type { Dependency } from '../../chart/load/metadata.ts'
import { metadataFields } from '../../chart/load/metadata-yaml.ts'
import { readChartLock } from '../../chart/package/package-lock.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { StoredChart, StoredFile } from '../release.ts'
import { jsonOfTable, jsonOfValue } from './values-json.ts'

/**
 * A chart as a record holds it: the one that was rendered, so that its values have those of its subcharts in them and only
 * enabled dependencies are declared. Helm 4 also notes when files were changed; charts of ours do not know, which is how
 * Helm reads what Helm 3 stored.
 */
export function storedChart(chart: Chart): StoredChart {
  return {
    metadata: storedMetadata(chart),
    lock: storedLock(chart),
    templates: storedFiles(chart.templates),
    values: hasValues(chart) ? jsonOfTable(chart.values) : null,
    schema: chart.schema === undefined ? null : base64(chart.schema),
    schemamodtime: zeroTime,
    files: storedFiles(chart.files),
  }
}

const zeroTime = '0001-01-01T00:00:00Z'

function hasValues(chart: Chart): boolean {
  const { values, raw, metadata } = chart
  const isThere = raw.some(({ name }) => name === 'values.yaml')
  return values.size > 0 || isThere || metadata.dependencies !== undefined
}

function storedMetadata({ metadata }: Chart): JsonObject {
  const fields = jsonOfTable(metadataFields(metadata))
  const dependencies = metadata.dependencies?.map(storedDependency) ?? []
  return dependencies.length === 0 ? fields : { ...fields, dependencies }
}

function storedLock(chart: Chart): JsonObject | null {
  const lock = readChartLock(chart)
  if (lock === undefined) return null
  const dependencies = lock.dependencies?.map((one) => (one ? storedDependency(one) : null))
  return { generated: lock.generated, digest: lock.digest, dependencies: dependencies ?? null }
}

function storedDependency(dependency: Dependency): JsonObject {
  const { name, version, repository, condition, tags, enabled, importValues, alias } = dependency
  return {
    name,
    ...(version === '' ? {} : { version }),
    repository,
    ...(condition === '' ? {} : { condition }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(enabled ? { enabled } : {}),
    ...(importValues.length === 0 ? {} : { 'import-values': jsonOfValue(importValues) }),
    ...(alias === '' ? {} : { alias }),
  }
}

function storedFiles(files: readonly ChartFile[]): readonly StoredFile[] | null {
  if (files.length === 0) return null
  return files.map(({ name, data }) => ({ name, data: base64(data) }))
}

// Node's own is ten times as fast as what browsers have, and charts are large.
function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')
}
