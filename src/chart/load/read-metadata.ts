import { fromBytes } from '../../formats/go-string.ts'
import type { Value } from '../../formats/value.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import { validateMetadata } from './check-metadata.ts'
import type { ChartFile, Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import type { Dependency, Maintainer, Metadata } from './metadata.ts'
import { isTable } from '../values/table.ts'

const texts: Shape = { kind: 'list', of: 'string' }

/** The Go type of an entry of `dependencies`. */
export const dependencyShape: Shape = {
  kind: 'struct',
  type: 'v2.Dependency',
  isPointer: true,
  fields: {
    name: 'string',
    version: 'string',
    repository: 'string',
    condition: 'string',
    tags: texts,
    enabled: 'bool',
    'import-values': { kind: 'list', of: 'any' },
    alias: 'string',
  },
}

/** The Go type of Chart.yaml. */
export const metadataShape: Shape = {
  kind: 'struct',
  type: 'v2.Metadata',
  fields: {
    name: 'string',
    home: 'string',
    sources: texts,
    version: 'string',
    description: 'string',
    keywords: texts,
    maintainers: {
      kind: 'list',
      of: {
        kind: 'struct',
        type: 'v2.Maintainer',
        isPointer: true,
        fields: { name: 'string', email: 'string', url: 'string' },
      },
    },
    icon: 'string',
    apiVersion: 'string',
    condition: 'string',
    tags: 'string',
    appVersion: 'string',
    deprecated: 'bool',
    annotations: { kind: 'map', of: 'string' },
    kubeVersion: 'string',
    dependencies: { kind: 'list', of: dependencyShape },
    type: 'string',
  },
}

/** Chart.yaml, and requirements.yaml on top of it, checked as Helm checks them. */
export function readMetadata(files: readonly ChartFile[]): Metadata {
  const chartYaml = readTable(files, 'Chart.yaml')
  const requirements = readTable(files, 'requirements.yaml')
  if (chartYaml === undefined && requirements === undefined) {
    throw new ChartError('metadata', 'Chart.yaml file is missing')
  }
  const merged: Table = new Map([...(chartYaml ?? []), ...(requirements ?? [])])
  // Only a Chart.yaml that is there is taken for v1 when it does not say.
  const fallback = chartYaml === undefined ? '' : 'v1'
  return validateMetadata(metadataOf(merged, textAt(chartYaml, 'apiVersion') || fallback))
}

function readTable(files: readonly ChartFile[], name: string): Table | undefined {
  const file = files.findLast((one) => one.name === name)
  if (file === undefined) return undefined
  try {
    const value = readYamlAs(fromBytes(file.data), metadataShape)
    return isTable(value) ? value : new Map()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ChartError('metadata', `cannot load ${name}: ${reason}`, { cause: error })
  }
}

/** Chart.yaml as it was read by its shape, not checked yet. */
export function metadataOf(table: Table, apiVersion: string): Metadata {
  const annotations = table.get('annotations')
  const dependencies = table.get('dependencies')
  return {
    apiVersion: textAt(table, 'apiVersion') || apiVersion,
    name: textAt(table, 'name'),
    version: textAt(table, 'version'),
    kubeVersion: textAt(table, 'kubeVersion'),
    description: textAt(table, 'description'),
    type: textAt(table, 'type'),
    keywords: textsAt(table, 'keywords'),
    home: textAt(table, 'home'),
    sources: textsAt(table, 'sources'),
    maintainers: entries(table, 'maintainers', maintainerOf),
    icon: textAt(table, 'icon'),
    appVersion: textAt(table, 'appVersion'),
    deprecated: table.get('deprecated') === true,
    annotations: isTable(annotations)
      ? new Map([...annotations.keys()].map((key) => [key, textAt(annotations, key)]))
      : undefined,
    condition: textAt(table, 'condition'),
    tags: textAt(table, 'tags'),
    dependencies: Array.isArray(dependencies)
      ? entries(table, 'dependencies', dependencyOf)
      : undefined,
  }
}

function maintainerOf(table: Table): Maintainer {
  return { name: textAt(table, 'name'), email: textAt(table, 'email'), url: textAt(table, 'url') }
}

/** A dependency as it was read by its shape. */
export function dependencyOf(table: Table): Dependency {
  return {
    name: textAt(table, 'name'),
    version: textAt(table, 'version'),
    repository: textAt(table, 'repository'),
    condition: textAt(table, 'condition'),
    tags: textsAt(table, 'tags'),
    enabled: table.get('enabled') === true,
    importValues: listAt(table, 'import-values'),
    alias: textAt(table, 'alias'),
  }
}

function entries<T>(table: Table, key: string, read: (entry: Table) => T): T[] {
  return listAt(table, key).map((entry) => {
    if (isTable(entry)) return read(entry)
    throw new ChartError('metadata', `validation: ${key} must not contain empty or null nodes`)
  })
}

function listAt(table: Table, key: string): readonly Value[] {
  const value = table.get(key)
  return Array.isArray(value) ? value : []
}

function textsAt(table: Table, key: string): string[] {
  return listAt(table, key).map((item) => (typeof item === 'string' ? item : ''))
}

function textAt(table: Table | undefined, key: string): string {
  const value = table?.get(key)
  return typeof value === 'string' ? value : ''
}
