import { incompatibilities } from '../../catalog/choice/incompatibilities.ts'
import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import type { Chart, Table } from '../../chart/chart.ts'
import { seededDraws } from '../../chart/draws.ts'
import { ChartError } from '../../chart/errors.ts'
import { renderChart } from '../../chart/render.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { removedApis } from '../../objects/api/removed-apis.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { printJson } from '../../objects/json-text.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { ReleaseError } from '../../release/errors.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { RenderError } from '../../template/errors.ts'
import type { Capabilities } from '../../template/objects/capabilities.ts'

/** Where a chart would be installed. */
export interface ChartPlace {
  /** The version of Kubernetes that counts for the choice. */
  readonly kubernetes: string
  /** What templates would see. */
  readonly capabilities: Capabilities
  readonly values: Table
  readonly name: string
  readonly namespace: string
}

/**
 * Why a chart cannot be on a cluster, one line each: its own range of versions, and objects of kinds that are gone. It is rendered
 * only when something in it names such a kind. A chart that does not render is for its Plugin to tell.
 */
export function judgeChart(chart: Chart, place: ChartPlace): readonly string[] {
  const { kubernetes, capabilities } = place
  const { kubeVersion } = chart.metadata
  const seen = [kubernetes, capabilities.kubeVersion.version]
  const ranges = seen.flatMap((version) => incompatibilities({ kubeVersion, objects: [] }, version))
  if (ranges.length > 0) return [...new Set(ranges)]
  if (!namesRemovedApi(chart, place)) return []
  return incompatibilities({ kubeVersion: '', objects: objectsOf(chart, place) }, kubernetes)
}

function namesRemovedApi(chart: Chart, { kubernetes, values }: ChartPlace): boolean {
  const minor = Number(parseKubernetesVersion(kubernetes)?.minor ?? 0)
  const gone = new Set(
    removedApis().flatMap(({ group, version, removedIn }) =>
      removedIn <= minor ? [`${group}/${version}`] : [],
    ),
  )
  const given = printJson(jsonOfTable(values))
  return [...gone].some((name) => given.includes(name) || mentions(chart, name))
}

function mentions(chart: Chart, name: string): boolean {
  const isThere = chart.raw.some(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(name),
  )
  return isThere || chart.dependencies.some((sub) => mentions(sub, name))
}

function objectsOf(
  chart: Chart,
  { capabilities, values, name, namespace }: ChartPlace,
): readonly KubeObject[] {
  try {
    const { manifests, hooks, crds } = renderChart(chart, {
      values,
      capabilities,
      release: { name, namespace, revision: 1, isUpgrade: false },
      draws: seededDraws(name, 0n),
      lookups: new Map(),
      warn: () => {},
    })
    const texts = [...manifests, ...hooks].map(({ text }) => text)
    return [...texts, ...crds.map(({ file }) => fromBytes(file.data))].flatMap(readManifest)
  } catch (error) {
    if (error instanceof ChartError || error instanceof RenderError) return []
    if (error instanceof ReleaseError) return []
    throw error
  }
}
