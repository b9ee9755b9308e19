import type { Value } from '../../formats/value.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import type { Dependency, Metadata } from './metadata.ts'

/** Chart.yaml as Helm writes it anew: sorted keys, no comments, nothing that is empty. */
export function metadataYaml(metadata: Metadata): string {
  return `${writeYaml(metadataFields(metadata))}\n`
}

/** The fields of Chart.yaml that are not empty, in the order of Helm's type. */
export function metadataFields(metadata: Metadata): Map<string, Value> {
  const { annotations, dependencies, maintainers } = metadata
  return present([
    ['name', metadata.name],
    ['home', metadata.home],
    ['sources', [...metadata.sources]],
    ['version', metadata.version],
    ['description', metadata.description],
    ['keywords', [...metadata.keywords]],
    [
      'maintainers',
      maintainers.map(({ name, email, url }) =>
        present([
          ['name', name],
          ['email', email],
          ['url', url],
        ]),
      ),
    ],
    ['icon', metadata.icon],
    ['apiVersion', metadata.apiVersion],
    ['condition', metadata.condition],
    ['tags', metadata.tags],
    ['appVersion', metadata.appVersion],
    ['deprecated', metadata.deprecated],
    ['annotations', new Map(annotations ?? [])],
    ['kubeVersion', metadata.kubeVersion],
    ['dependencies', (dependencies ?? []).map(dependencyFields)],
    ['type', metadata.type],
  ])
}

/** A dependency as Chart.yaml and Chart.lock have it; name and repository are there even when empty. */
export function dependencyFields(dependency: Dependency): Value {
  return new Map([
    ['name', dependency.name],
    ['repository', dependency.repository],
    ...present([
      ['version', dependency.version],
      ['condition', dependency.condition],
      ['tags', [...dependency.tags]],
      ['enabled', dependency.enabled],
      ['import-values', [...dependency.importValues]],
      ['alias', dependency.alias],
    ]),
  ])
}

/** The fields that are not empty, which is what Go's `omitempty` leaves. */
function present(fields: readonly (readonly [string, Value])[]): Map<string, Value> {
  return new Map(fields.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: Value): boolean {
  if (value instanceof Map) return value.size === 0
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === false
}
