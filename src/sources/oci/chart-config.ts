import type { Dependency, Metadata } from '../../chart/load/metadata.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import type { Value } from '../../formats/value.ts'

/** Chart.yaml as Go writes it into a registry: JSON in the order of Helm's struct, nothing empty. */
export function chartConfigJson(metadata: Metadata): string {
  const { annotations, dependencies, maintainers } = metadata
  return object([
    ['name', text(metadata.name)],
    ['home', text(metadata.home)],
    ['sources', list(metadata.sources.map(json))],
    ['version', text(metadata.version)],
    ['description', text(metadata.description)],
    ['keywords', list(metadata.keywords.map(json))],
    ['maintainers', list(maintainers.map(maintainerJson))],
    ['icon', text(metadata.icon)],
    ['apiVersion', text(metadata.apiVersion)],
    ['condition', text(metadata.condition)],
    ['tags', text(metadata.tags)],
    ['appVersion', text(metadata.appVersion)],
    ['deprecated', metadata.deprecated ? 'true' : undefined],
    ['annotations', annotations?.size ? json(new Map(annotations)) : undefined],
    ['kubeVersion', text(metadata.kubeVersion)],
    ['dependencies', list((dependencies ?? []).map(dependencyJson))],
    ['type', text(metadata.type)],
  ])
}

function maintainerJson({ name, email, url }: Metadata['maintainers'][number]): string {
  return object([
    ['name', text(name)],
    ['email', text(email)],
    ['url', text(url)],
  ])
}

function dependencyJson(dependency: Dependency): string {
  return object([
    ['name', json(dependency.name)],
    ['version', text(dependency.version)],
    ['repository', json(dependency.repository)],
    ['condition', text(dependency.condition)],
    ['tags', list(dependency.tags.map(json))],
    ['enabled', dependency.enabled ? 'true' : undefined],
    ['import-values', list(dependency.importValues.map(json))],
    ['alias', text(dependency.alias)],
  ])
}

/** JSON of a value as Go's Marshal writes it. */
function json(value: Value): string {
  return encodeJson(value, { html: true })
}

function text(value: string): string | undefined {
  return value === '' ? undefined : json(value)
}

function list(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `[${items.join(',')}]`
}

function object(fields: readonly (readonly [string, string | undefined])[]): string {
  const written = fields.flatMap(([key, value]) =>
    value === undefined ? [] : [`${json(key)}:${value}`],
  )
  return `{${written.join(',')}}`
}
