import { apiVersion } from '../../kinds/group.ts'
import type { ExpansionValues } from '../../kinds/expansion-file.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import { valuesOfChart } from '../applications/values-of-chart.ts'
import type { Application } from '../applications/read-application.ts'

/** The facts from which the objects of an expansion are made. */
export interface ObjectFacts {
  /** Of the Expansion or package. */
  readonly name: string
  readonly namespace: string
  readonly applications: readonly Application[]
  /** The chart that holds the objects of `manifests/`, if there are any. */
  readonly manifests: ManifestsFacts | undefined
  /** The names of the charts of each group that the package brings. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly addressOf: (group: string) => string
  /** The registry, with its folder, that images are pulled from. */
  readonly images: string
  /** A Secret with the login of the registry. */
  readonly secretName: string | undefined
  readonly values: { readonly package: ExpansionValues; readonly site: ExpansionValues }
  /** The clusters that get the applications; undefined is the platform's own. */
  readonly clusters: readonly (string | undefined)[]
}

interface ManifestsFacts {
  readonly name: string
  readonly version: string
  /** The Namespaces among the objects. */
  readonly namespaces: ReadonlySet<string>
}

/** The group of charts that the objects of a package go with. */
export const manifestsGroup = 'expansion'

const origins: Readonly<Record<string, string>> = {
  public: 'builtin',
  expansion: 'platform',
  custom: 'custom',
}

const expansionLabel = 'outrigger.dev/expansion'

/** The Repositories and Plugins of an expansion, in the order in which they are written. */
export function desiredObjects(facts: ObjectFacts): readonly JsonObject[] {
  const groups = Object.entries(facts.groups).filter(([, charts]) => charts.length > 0)
  const repositories = groups.map(([group, charts]) => repositoryOf(group, charts, facts))
  const plugins = facts.clusters.flatMap((cluster) => [
    ...facts.applications.map((application) => applicationPlugin(application, cluster, facts)),
    ...(facts.manifests === undefined ? [] : [manifestsPlugin(facts.manifests, cluster, facts)]),
  ])
  return [...repositories, ...plugins]
}

function repositoryName(name: string, group: string): string {
  return `${name}-${group}`
}

function repositoryOf(
  group: string,
  charts: readonly string[],
  { name, namespace, addressOf, secretName }: ObjectFacts,
): JsonObject {
  const url = addressOf(group)
  return {
    apiVersion,
    kind: 'Repository',
    metadata: { name: repositoryName(name, group), namespace, labels: { [expansionLabel]: name } },
    spec: {
      url,
      ...(url.startsWith('oci://') ? { charts: [...charts] } : {}),
      origin: origins[group] ?? 'custom',
      ...(secretName === undefined ? {} : { credentials: { secretName } }),
    },
  }
}

/** A Plugin of the platform's own cluster has the name of its application; elsewhere the cluster goes before it. */
function pluginName(name: string, cluster: string | undefined): string {
  return cluster === undefined ? name : `${cluster}-${name}`
}

function applicationPlugin(
  { name, chart, targetNamespace, releaseName, values, more }: Application,
  cluster: string | undefined,
  facts: ObjectFacts,
): JsonObject {
  const isOurs = facts.groups[chart.group]?.includes(chart.name) === true
  const spec: JsonObject = {
    ...more,
    repo: isOurs ? repositoryName(facts.name, chart.group) : chart.group,
    name: chart.name,
    ...(chart.version === undefined ? {} : { version: chart.version }),
    targetNamespace,
    releaseName,
    values: valuesOfChart(chart.name, values, facts.values),
    images: { ...imagesOf(more), registry: facts.images },
    ...(cluster === undefined ? {} : { cluster }),
  }
  return pluginOf(pluginName(name, cluster), spec, facts)
}

function manifestsPlugin(
  { name, version, namespaces }: ManifestsFacts,
  cluster: string | undefined,
  facts: ObjectFacts,
): JsonObject {
  // An application that is installed first makes its namespace; the one that the package brings takes its place.
  const targets = new Set(facts.applications.map(({ targetNamespace }) => targetNamespace))
  const adopt = [...namespaces]
    .filter((one) => targets.has(one))
    .map((one) => ({ apiVersion: 'v1', kind: 'Namespace', name: one }))
  const spec = {
    repo: repositoryName(facts.name, manifestsGroup),
    name,
    version,
    targetNamespace: 'default',
    images: { registry: facts.images },
    ...(adopt.length === 0 ? {} : { adopt }),
    ...(cluster === undefined ? {} : { cluster }),
  }
  return pluginOf(pluginName(name, cluster), spec, facts)
}

function pluginOf(name: string, spec: JsonObject, facts: ObjectFacts): JsonObject {
  const labels = { [expansionLabel]: facts.name }
  return {
    apiVersion,
    kind: 'Plugin',
    metadata: { name, namespace: facts.namespace, labels },
    spec,
  }
}

function imagesOf({ images }: JsonObject): JsonObject {
  return isJsonObject(images) ? images : {}
}
