import { incompatibilities } from '../../../../catalog/choice/incompatibilities.ts'
import { parseKubernetesVersion } from '../../../../catalog/choice/kubernetes-version.ts'
import type { Chart, Table } from '../../../../chart/chart.ts'
import { clusterCapabilities } from '../../../../chart/capabilities.ts'
import { ChartError } from '../../../../chart/errors.ts'
import type { RenderRound } from '../../../../chart/render/render-round.ts'
import { fromBytes } from '../../../../formats/go-string.ts'
import { removedApis } from '../../../../objects/api/removed-apis.ts'
import type { KubeObject } from '../../../../objects/kube-object.ts'
import { printJson } from '../../../../objects/json-text.ts'
import { readManifest } from '../../../../release/desired/read-manifest.ts'
import { ReleaseError } from '../../../../release/errors.ts'
import { jsonOfTable } from '../../../../release/record/values-json.ts'
import { RenderError } from '../../../../template/errors.ts'

/** Where a chart would be installed. */
export interface ChartPlace {
  /** The version of Kubernetes that counts for the choice. */
  readonly kubernetes: string
  /** The version and APIs that templates would see of the cluster. */
  readonly gitVersion: string
  readonly apiVersions: readonly string[]
  readonly values: Table
  readonly name: string
  readonly namespace: string
}

/**
 * Why a chart cannot be on a cluster, one line each: its own range of versions, and objects of kinds that are gone. It is rendered
 * only when something in it names such a kind. Fails when the chart does not render (`isOfChart`).
 */
export async function judgeChart(
  chart: Chart,
  place: ChartPlace,
  round: RenderRound,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { kubernetes, gitVersion } = place
  const { kubeVersion } = chart.metadata
  const seen = [kubernetes, clusterCapabilities(gitVersion, []).kubeVersion.version]
  const ranges = seen.flatMap((version) => incompatibilities({ kubeVersion, objects: [] }, version))
  if (ranges.length > 0) return [...new Set(ranges)]
  if (!namesRemovedApi(chart, place)) return []
  const objects = await objectsOf(chart, place, round, signal)
  return incompatibilities({ kubeVersion: '', objects }, kubernetes)
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

async function objectsOf(
  chart: Chart,
  { gitVersion, apiVersions, values, name, namespace }: ChartPlace,
  round: RenderRound,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const release = { name, namespace, revision: 1, isUpgrade: false }
  // Values are checked when it is rendered for a release.
  const request = { chart, values, release, gitVersion, apiVersions, skipSchema: true }
  const { result } = await round(request, nothingKnown, signal)
  if ('error' in result) throw result.error
  const { manifests, hooks, crds } = result.rendered
  const texts = [...manifests, ...hooks].map(({ text }) => text)
  return [...texts, ...crds.map(({ file }) => fromBytes(file.data))].flatMap(readManifest)
}

/** Whether the chart or its values are to blame: then nobody can tell which objects it makes. */
export function isOfChart(error: unknown): error is ChartError | RenderError | ReleaseError {
  if (error instanceof ChartError || error instanceof RenderError) return true
  return error instanceof ReleaseError
}

// Lookups are taken to find nothing: the kinds of objects hardly ever depend on them.
const nothingKnown = { answers: new Map(), recordedEntropy: undefined }
