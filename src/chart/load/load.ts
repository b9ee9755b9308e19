import { readArchive } from './archive.ts'
import type { Chart, ChartFile, Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { limits } from '../limits.ts'
import { readMetadata } from './read-metadata.ts'
import { readValues } from '../values/read-values.ts'

/**
 * Decompresses gzip, refusing to give more than `maxBytes`. Handed in, because Node and the browser do it
 * differently; it throws a ChartError.
 */
export type Gunzip = (data: Uint8Array, maxBytes: number) => Uint8Array

/** The chart in a .tgz. */
export function loadArchive(archive: Uint8Array, gunzip: Gunzip): Chart {
  return loadNestedArchive(archive, { gunzip, depth: 0, budget: { bytes: limits.totalBytes } })
}

/** The chart whose files these are, paths relative to the chart. */
export function loadFiles(files: readonly ChartFile[], gunzip: Gunzip): Chart {
  return assemble(files, { gunzip, depth: 0, budget: { bytes: limits.totalBytes } })
}

interface Loading {
  readonly gunzip: Gunzip
  readonly depth: number
  /** The bytes that archives inside the chart may still decompress to, all together. */
  readonly budget: { bytes: number }
}

function loadNestedArchive(archive: Uint8Array, loading: Loading): Chart {
  const tar = loading.gunzip(archive, loading.budget.bytes)
  loading.budget.bytes -= tar.length
  return assemble(readArchive(tar), loading)
}

function assemble(files: readonly ChartFile[], loading: Loading): Chart {
  if (loading.depth > limits.depth) {
    throw new ChartError('limit', `charts are nested more than ${limits.depth} deep`)
  }
  const metadata = readMetadata(files)
  const plain = files.filter((file) => isPlain(file.name, metadata.apiVersion))
  return {
    metadata,
    templates: files.filter((file) => file.name.startsWith('templates/')),
    values: valuesOf(files),
    ...schemaOf(files),
    files: plain,
    raw: files,
    dependencies: [...groupSubcharts(files)].map(([name, group]) =>
      loadSubchart(name, group, metadata.name, loading),
    ),
  }
}

/** Whether `.Files` shows a file. */
function isPlain(name: string, apiVersion: string): boolean {
  switch (name) {
    case 'Chart.yaml':
    case 'Chart.lock':
    case 'values.yaml':
    case 'values.schema.json':
      return false
    case 'requirements.yaml':
    case 'requirements.lock':
      return apiVersion === 'v1'
    default:
      if (name.startsWith('charts/')) return name.endsWith('.prov')
      return !name.startsWith('templates/')
  }
}

function valuesOf(files: readonly ChartFile[]): Table {
  const file = files.findLast((one) => one.name === 'values.yaml')
  if (file === undefined) return new Map()
  try {
    return readValues(file.data)
  } catch (error) {
    throw wrap('cannot load values.yaml', error)
  }
}

function schemaOf(files: readonly ChartFile[]): { schema?: Uint8Array } {
  const file = files.findLast((one) => one.name === 'values.schema.json')
  return file === undefined ? {} : { schema: file.data }
}

/** The files below charts/, by chart; paths start with the chart's own folder or archive name. */
function groupSubcharts(files: readonly ChartFile[]): Map<string, ChartFile[]> {
  const groups = new Map<string, ChartFile[]>()
  for (const { name, data } of files) {
    if (!name.startsWith('charts/') || name.endsWith('.prov')) continue
    const inner = name.slice('charts/'.length)
    const chart = inner.split('/', 1)[0] ?? ''
    if (chart.startsWith('_') || chart.startsWith('.')) continue
    const group = groups.get(chart) ?? []
    group.push({ name: inner, data })
    groups.set(chart, group)
  }
  return groups
}

function loadSubchart(
  name: string,
  files: readonly ChartFile[],
  parent: string,
  loading: Loading,
): Chart {
  const deeper = { ...loading, depth: loading.depth + 1 }
  const first = files[0]
  try {
    if (name.endsWith('.tgz') && first !== undefined) {
      if (first.name === name) return loadNestedArchive(first.data, deeper)
      const found = `expected ${name}, got ${first.name}`
      throw new ChartError('load', `error unpacking subchart tar in ${parent}: ${found}`)
    }
    const inner = files.flatMap((file) => {
      const slash = file.name.indexOf('/')
      return slash < 0 ? [] : [{ name: file.name.slice(slash + 1), data: file.data }]
    })
    return assemble(inner, deeper)
  } catch (error) {
    throw wrap(`error unpacking subchart ${name} in ${parent}`, error)
  }
}

function wrap(what: string, error: unknown): ChartError {
  const code = error instanceof ChartError ? error.code : 'load'
  const reason = error instanceof Error ? error.message : String(error)
  return new ChartError(code, `${what}: ${reason}`, { cause: error })
}
