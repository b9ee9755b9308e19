import type { ChartPlace } from './chart-place.ts'
import { chartsInFolder, chartsInRegistry } from './chart-place.ts'
import type { CopyItem } from '../copy/plan-copies.ts'
import { remoteSink, remoteSource } from '../../oci/media/remote.ts'
import { parseRegistryReference } from '../../oci/reference.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { Registries } from '../copy/registries.ts'
import { MirrorError } from '../errors.ts'
import { type CollectedChart, tagOfChart } from './collected-chart.ts'

/** A chart and what has to be done for it. */
export interface PlannedChart {
  readonly chart: CollectedChart
  readonly target: string
  readonly state: 'there' | 'would-copy'
  /** From registry to registry a chart is copied as it is, with its signatures. */
  readonly item?: CopyItem
}

export interface ChartDestination {
  readonly place: ChartPlace
  readonly itemOf: (chart: CollectedChart) => CopyItem | undefined
}

/** Where charts go, as the file says it. */
export function chartDestination(
  to: string,
  folder: string,
  registries: Registries,
): ChartDestination {
  if (!to.startsWith('oci://')) {
    return { place: chartsInFolder(folder, () => new Date()), itemOf: () => undefined }
  }
  const [host = '', ...rest] = to.slice('oci://'.length).replace(/\/+$/, '').split('/')
  const below = rest.join('/')
  const registry = registries.registryOf(host, 'by the user')
  const place = chartsInRegistry(registry, below)
  return {
    place,
    itemOf: (chart) => {
      if (!chart.from.startsWith('oci://')) return undefined
      const origin = parseRegistryReference(chart.from)
      if (origin.digest === undefined) return undefined
      const repository = below === '' ? chart.name : `${below}/${chart.name}`
      return {
        image: `chart ${chart.name} ${chart.version}`,
        target: `oci://${host}/${repository}:${tagOfChart(chart)}`,
        from: remoteSource(registries.registryOf(origin.host, 'by the user'), origin.repository),
        to: remoteSink(registry, repository, { journal: registries.journal }),
        reference: origin.digest,
        tag: tagOfChart(chart),
        platforms: { kind: 'all' },
        attached: 'along',
      }
    },
  }
}

/** Which charts are there already. */
export async function planCharts(
  charts: readonly CollectedChart[],
  { place, itemOf }: ChartDestination,
  signal: AbortSignal,
): Promise<readonly PlannedChart[]> {
  const planned: PlannedChart[] = []
  for (const chart of charts) {
    const item = itemOf(chart)
    const target = item?.target ?? place.targetOf(chart)
    const other = planned.find((one) => one.target === target)
    if (other !== undefined) throw twice(other, chart)
    const isThere = item === undefined && (await place.has(chart, signal))
    planned.push({ chart, target, state: isThere ? 'there' : 'would-copy', ...(item && { item }) })
  }
  return planned
}

function twice({ chart, target }: PlannedChart, other: CollectedChart): MirrorError {
  return new MirrorError('bad-file', `${chart.from} and ${other.from} would both be ${target}`)
}

const parallelCharts = 4

/** Brings the charts that are not copied from registry to registry. */
export async function putCharts(
  planned: readonly PlannedChart[],
  { place }: ChartDestination,
  signal: AbortSignal,
): Promise<void> {
  const missing = planned.filter(({ item, state }) => item === undefined && state === 'would-copy')
  const put = ({ chart }: PlannedChart, inner: AbortSignal) => place.put(chart, inner)
  await runBounded(missing, parallelCharts, put, signal)
  if (missing.length > 0) await place.finish(signal)
}
