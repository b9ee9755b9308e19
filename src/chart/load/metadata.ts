import { TypedMap, type Value } from '../../formats/value.ts'
import { withoutRoom } from '../../template/functions/lists/list-capacity.ts'

export interface Maintainer {
  readonly name: string
  readonly email: string
  readonly url: string
}

/** An entry of `dependencies` in Chart.yaml or requirements.yaml. */
export interface Dependency {
  readonly name: string
  readonly version: string
  readonly repository: string
  readonly condition: string
  readonly tags: readonly string[]
  readonly enabled: boolean
  readonly importValues: readonly Value[]
  readonly alias: string
}

/** Chart.yaml. Absent texts are empty, as in Helm; `dependencies` is undefined when not declared at all. */
export interface Metadata {
  readonly apiVersion: string
  readonly name: string
  readonly version: string
  readonly kubeVersion: string
  readonly description: string
  readonly type: string
  readonly keywords: readonly string[]
  readonly home: string
  readonly sources: readonly string[]
  readonly maintainers: readonly Maintainer[]
  readonly icon: string
  readonly appVersion: string
  readonly deprecated: boolean
  readonly annotations: ReadonlyMap<string, string> | undefined
  readonly condition: string
  readonly tags: string
  readonly dependencies: readonly Dependency[] | undefined
}

/** The value that templates see as `.Chart`: Go's field names, every key present. */
export function metadataValue(metadata: Metadata, isRoot: boolean): Map<string, Value> {
  return new Map<string, Value>([
    ['Name', metadata.name],
    ['Home', metadata.home],
    ['Sources', withoutRoom([...metadata.sources])],
    ['Version', metadata.version],
    ['Description', metadata.description],
    ['Keywords', withoutRoom([...metadata.keywords])],
    ['Maintainers', withoutRoom(metadata.maintainers.map(maintainerValue))],
    ['Icon', metadata.icon],
    ['APIVersion', metadata.apiVersion],
    ['Condition', metadata.condition],
    ['Tags', metadata.tags],
    ['AppVersion', metadata.appVersion],
    ['Deprecated', metadata.deprecated],
    ['Annotations', new TypedMap('map[string]string', metadata.annotations)],
    ['KubeVersion', metadata.kubeVersion],
    ['Dependencies', withoutRoom((metadata.dependencies ?? []).map(dependencyValue))],
    ['Type', metadata.type],
    ['IsRoot', isRoot],
  ])
}

function maintainerValue({ name, email, url }: Maintainer): Value {
  return new Map<string, Value>([
    ['Name', name],
    ['Email', email],
    ['URL', url],
  ])
}

function dependencyValue(dependency: Dependency): Value {
  return new Map<string, Value>([
    ['Name', dependency.name],
    ['Version', dependency.version],
    ['Repository', dependency.repository],
    ['Condition', dependency.condition],
    ['Tags', withoutRoom([...dependency.tags])],
    ['Enabled', dependency.enabled],
    ['ImportValues', withoutRoom([...dependency.importValues])],
    ['Alias', dependency.alias],
  ])
}
