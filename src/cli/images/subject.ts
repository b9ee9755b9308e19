import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Chart } from '../../chart/chart.ts'
import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { checkInstallable } from '../../chart/render/render.ts'
import { findIn } from '../../images/find-images.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import { listChartImages } from '../../mirror/images/list-chart-images.ts'
import type { ImageList } from '../../mirror/images/image-list.ts'
import { listObjects } from '../../mirror/images/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { readManifest, splitDocuments } from '../../release/desired/read-manifest.ts'
import { openChart } from '../chart/sources/open-chart.ts'
import { PlainError } from '../errors.ts'
import { readUserValues, rememberUserFiles } from '../chart/read-user-values.ts'
import type { ClusterChoice } from '../options/cluster-options.ts'
import type { Io } from '../io.ts'
import { isKustomization } from '../kustomize/is-kustomization.ts'
import type { Ports } from '../verb.ts'
import type { ChartChoice } from './chart-choice.ts'

interface Choices {
  readonly chart: ChartChoice
  readonly cluster: ClusterChoice
}

interface Context {
  readonly ports: Ports
  readonly io: Io
  readonly table: ImageTable
}

/** The images of what a user names. */
export async function listSubject(
  subject: string,
  options: Choices,
  context: Context,
  signal: AbortSignal,
): Promise<ImageList> {
  const [, kind = '', name = ''] =
    /^(release|instance|plugin|cluster)\/([^/]+)$/.exec(subject) ?? []
  const isHere = existsSync(subject)
  if (!isHere && (kind !== '' || subject === 'cluster')) {
    const { clusterObjects } = await import('./cluster-objects.ts')
    const objects = await clusterObjects(
      { kind: kind || 'cluster', name },
      options.cluster,
      context,
      signal,
    )
    return listOf(subject, objects, context.table)
  }
  if (isHere && isKustomization(subject)) {
    const { printKustomization } = await import('../kustomize/build-folder.ts')
    const text = await printKustomization(subject, options.chart.choice, context, signal)
    return listOf(subject, readManifest(text), context.table)
  }
  if (isHere && !isChart(subject)) return listOf(subject, manifestsIn(subject), context.table)
  if (!isHere && namesFile(subject)) throw new PlainError(noSubject(subject))
  return await listChart(subject, options, context, signal)
}

// A word that can be no chart of a repository: those are REPOSITORY/NAME, and addresses.
function namesFile(subject: string): boolean {
  return !/^\w+:\/\//.test(subject) && /^\.{0,2}\/|\.(?:txt|ya?ml|json|tgz|list)$/.test(subject)
}

function noSubject(subject: string): string {
  return `there is no file or folder ${subject}; wanted a chart, a folder, a list of images, release/NAME, plugin/NAME, instance/NAME or cluster`
}

function listOf(subject: string, objects: readonly KubeObject[], table: ImageTable): ImageList {
  const found = objects.map((object) => ({ object, ...findIn(object, table) }))
  return { subject, ...listObjects(found), notes: [] }
}

function isChart(path: string): boolean {
  if (!statSync(path).isDirectory()) return /\.(?:tgz|tar\.gz)$/.test(path)
  return existsSync(join(path, 'Chart.yaml'))
}

/** The objects in the YAML and JSON files of a folder, or in one file. */
function manifestsIn(path: string): readonly KubeObject[] {
  if (!statSync(path).isDirectory()) return readManifest(readFileSync(path, 'utf8'))
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ya?ml|json)$/i.test(file))
    .toSorted()
  return files.flatMap((file) => objectsIn(readFileSync(join(path, file), 'utf8')))
}

// Folders of manifests hold values, kustomizations and the like as well.
function objectsIn(text: string): readonly KubeObject[] {
  return splitDocuments(text).flatMap((document) => {
    try {
      return readManifest(document)
    } catch {
      return []
    }
  })
}

async function listChart(
  subject: string,
  { chart: given }: Choices,
  { ports, io, table }: Context,
  signal: AbortSignal,
): Promise<ImageList> {
  const chart = await openChart(subject, given.choice, { ports, io }, signal)
  return listOfChart(chart, given, table, signal)
}

/** The images of a chart that was loaded. */
export function listOfChart(
  chart: Chart,
  given: Omit<ChartChoice, 'choice'>,
  table: ImageTable,
  signal: AbortSignal,
): ImageList {
  checkInstallable(chart)
  const { namespace, kubeVersion, apiVersions, explore, maxRenders } = given
  const version = kubeVersion === undefined ? undefined : parseKubeVersion(kubeVersion)
  const request = {
    values: readUserValues(given.values, rememberUserFiles()),
    release: { name: chart.metadata.name, namespace, revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(version, apiVersions),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  }
  const options = { read: readManifest, explore, maxRenders, table }
  return listChartImages(chart, request, options, signal)
}
