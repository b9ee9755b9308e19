import type { Chart } from '../../chart/chart.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { parseJson } from '../../objects/json-text.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'

export interface ImportInput {
  readonly name: string
  /** Where the operator finds the charts: an address or the name of a Repository. */
  readonly repo: string
  /** Whether `repo` is the chart itself, as in a registry, or has many. */
  readonly is: 'chart' | 'repository'
}

const picture = /^(?:data:image\/(?:svg\+xml|png|jpeg|gif|webp);base64,|https:\/\/)/

/**
 * An Extension from versions of one chart: its description, its schema as parameters, and a source
 * for each version with the range of Kubernetes that the chart wants. Fields that there are once
 * come from the first chart.
 */
export function extensionOfCharts(
  charts: readonly [Chart, ...Chart[]],
  { name, repo, is }: ImportInput,
): JsonObject {
  const [{ metadata, schema }] = charts
  const note = (key: string) => metadata.annotations?.get(key) ?? ''
  const links = [
    ...(metadata.home === '' ? [] : [{ name: 'Home', url: metadata.home }]),
    ...(metadata.sources ?? []).map((url) => ({ name: 'Source', url })),
  ]
  return withoutEmpty({
    displayName: note('outrigger.dev/display-name') || name,
    description: metadata.description,
    category: note('outrigger.dev/category') || note('artifacthub.io/category'),
    logo: picture.test(metadata.icon) ? metadata.icon : '',
    links,
    parameters: schemaOf(schema),
    sources: charts.map((chart) => sourceOf(chart, { repo, is })),
  })
}

function sourceOf({ metadata }: Chart, { repo, is }: Pick<ImportInput, 'repo' | 'is'>): JsonObject {
  return withoutEmpty({
    version: metadata.version,
    appVersion: metadata.appVersion,
    kubernetes: metadata.kubeVersion,
    repo,
    name: is === 'chart' ? '' : metadata.name,
    chartVersion: metadata.version,
  })
}

// Without a schema everything may be set.
function schemaOf(schema: Uint8Array | undefined): Json {
  const parsed = schema === undefined ? undefined : parseJson(fromBytes(schema))
  return isJsonObject(parsed) ? parsed : ''
}

function withoutEmpty(fields: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== '',
    ),
  )
}
