import { join } from 'node:path'
import { capabilitiesOf } from '../../chart/capabilities.ts'
import type { Chart } from '../../chart/chart.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { readImage } from '../../images/image-reference.ts'
import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import { parsePlatform, type PlatformChoice } from '../../oci/media/platform-choice.ts'
import { fileUploadJournal } from '../../oci/client/upload/file-upload-journal.ts'
import { digestOf } from '../../oci/digest.ts'
import { openContentCache } from '../../sources/cache/content-cache.ts'
import type { ChartRequest, FetchOptions } from '../../sources/chart-request.ts'
import { chartOf } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import { translateError } from '../../sources/http/translate-error.ts'
import { listVersions } from '../../sources/list-versions.ts'
import { type CollectedChart, archiveOf, isWanted } from '../charts/collected-chart.ts'
import {
  type PlannedChart,
  chartDestination,
  planCharts,
  putCharts,
} from '../charts/plan-charts.ts'
import { planCopies } from '../copy/plan-copies.ts'
import { type Registries, createRegistries } from '../copy/registries.ts'
import { checkTargets, imagesOfRegistries, registryPlaces } from '../copy/registry-images.ts'
import { type CopyOutcome, runCopies } from '../copy/run-copies.ts'
import { MirrorError } from '../errors.ts'
import { chooseVersions } from '../file/choose-versions.ts'
import { type MirrorLock, deltaOf } from '../file/lock-file.ts'
import { imageKey } from '../images/image-key.ts'
import type { ListedImage } from '../images/image-list.ts'
import { listChartImages } from '../images/list-chart-images.ts'
import type { ReadObjects } from '../images/render-images.ts'
import type { MirrorJob, MirrorOutcome } from './mirror-job.ts'

/**
 * Brings charts with their images to a registry. Images come first; when one fails, the others are brought, no chart is,
 * and it fails naming them. Nothing is ever deleted there.
 */
export async function runMirrorJob(
  job: MirrorJob,
  read: ReadObjects,
  signal: AbortSignal,
): Promise<MirrorOutcome> {
  const registries = openRegistries(job)
  try {
    const fetching = await fetchingOf(job)
    const charts = await collectCharts(job, { fetching, read, table: tableOf(job) }, signal)
    const outcomes = await bringImages(job, charts, registries, signal)
    const planned = await bringCharts(job, charts, registries, signal)
    const lock = lockOf(planned, outcomes)
    return {
      lock,
      delta: deltaOf(job.before, lock),
      bytes: outcomes.reduce((sum, { bytes }) => sum + bytes, 0),
      copied: outcomes.filter(({ state }) => state === 'copied').length,
    }
  } catch (error) {
    throw translateError(error, signal)
  } finally {
    await registries.close()
  }
}

function openRegistries({
  policy,
  trust,
  tls,
  logins,
  pace,
  contentFolder,
}: MirrorJob): Registries {
  return createRegistries({
    accessOf: (host, named) => {
      const login = logins[host]
      return {
        policy,
        trust: named === 'by the user' ? trust : 'untrusted',
        ...(named === 'by the user' && tls !== undefined ? { tls } : {}),
        ...(login === undefined ? {} : { findCredentials: async () => login }),
      }
    },
    pace,
    journal: fileUploadJournal(join(contentFolder, 'outrigger-uploads')),
  })
}

async function fetchingOf({
  policy,
  indexFolder,
  contentFolder,
}: MirrorJob): Promise<FetchOptions> {
  return { policy, indexFolder, cache: await openContentCache({ root: contentFolder }) }
}

function tableOf({ table = '' }: MirrorJob): ImageTable {
  try {
    return readImageTable(table, knownImages())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new MirrorError('bad-file', `mirror.table: ${message}`, { cause: error })
  }
}

interface Collecting {
  readonly fetching: FetchOptions
  readonly read: ReadObjects
  readonly table: ImageTable
}

type Fetched = Omit<CollectedChart, 'images'> & {
  readonly chart: Chart
  readonly choice: MirrorJob['charts'][number]['images']
}

async function collectCharts(
  { charts, before }: MirrorJob,
  work: Collecting,
  signal: AbortSignal,
): Promise<readonly CollectedChart[]> {
  const found = new Map<string, Fetched>()
  for (const one of charts) {
    for (const request of await requestsFor(one, work, signal)) {
      const fetched = { ...(await fetchOne(request, work, signal)), choice: one.images }
      found.set(`${fetched.name} ${fetched.version}`, fetched)
    }
  }
  const all = [...found.values()]
  // The images of charts that are the same are in the lock, and need no render.
  const isSame = isSameSet(all, before)
  return all.map(({ chart, choice, ...packed }) => {
    const images = isSame || choice === 'none' ? [] : imagesOf(chart, choice, work, signal)
    return { ...packed, images }
  })
}

function isSameSet(charts: readonly Fetched[], before: MirrorLock | undefined): boolean {
  const known = new Set(before?.charts.map(({ digest }) => digest))
  const now = new Set(charts.map(({ digest }) => digest))
  return before !== undefined && known.symmetricDifference(now).size === 0
}

async function requestsFor(
  { request, versions, latest }: MirrorJob['charts'][number],
  { fetching }: Collecting,
  signal: AbortSignal,
): Promise<readonly ChartRequest[]> {
  const offered = await listVersions(request, fetching, signal)
  if (offered === undefined) return [request]
  try {
    return chooseVersions(offered, versions, latest).map((version) => ({ ...request, version }))
  } catch (error) {
    if (!(error instanceof MirrorError)) throw error
    const what = `chart ${request.name ?? request.address}`
    throw new MirrorError(error.code, `${what}: ${error.message}`, { cause: error })
  }
}

async function fetchOne(request: ChartRequest, { fetching }: Collecting, signal: AbortSignal) {
  const fetched = await fetchChart({ ...request, provenance: 'want' }, fetching, signal)
  const chart = chartOf(fetched.content)
  const archive = archiveOf(fetched)
  const { name, version } = chart.metadata
  const { provenance, resolved: from } = fetched
  return { chart, name, version, archive, provenance, from, digest: digestOf(archive) }
}

const maxRenders = 300

function imagesOf(
  chart: Chart,
  choice: MirrorJob['charts'][number]['images'],
  { read, table }: Collecting,
  signal: AbortSignal,
): readonly ListedImage[] {
  const request = {
    values: new Map(),
    release: { name: chart.metadata.name, namespace: 'default', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  }
  const options = { read, explore: choice !== 'certain', maxRenders, table }
  const { images } = listChartImages(chart, request, options, signal)
  return images.filter((one) => isWanted(one, choice))
}

async function bringImages(
  job: MirrorJob,
  charts: readonly CollectedChart[],
  registries: Registries,
  signal: AbortSignal,
): Promise<readonly CopyOutcome[]> {
  if (job.to.images === undefined) return []
  const wanted = imagesOfRegistries(namesOf(job, charts), 'by a list', registries)
  const itemOf = registryPlaces(job.to.images, { map: job.map, scoped: false }, registries)
  const options = {
    platforms: platformsOf(job),
    attached: job.signatures ? 'along' : 'left',
  } as const
  const items = wanted.map((image) => itemOf(image, options))
  checkTargets(items, 'map keeps them apart')
  const how = { keepGoing: true, noClobber: false }
  const plan = await planCopies(items, how, signal)
  const verify = { verify: 'tags', gate: registries.gate } as const
  const outcomes = await runCopies(plan, { ...how, ...verify }, signal)
  refuseFailures(outcomes)
  return outcomes
}

const mostNamed = 5

function refuseFailures(outcomes: readonly CopyOutcome[]): void {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  const [first] = failed
  if (first === undefined) return
  const named = failed.slice(0, mostNamed).map(({ item, error }) => {
    return `${item.image}: ${error instanceof Error ? error.message : 'unknown'}`
  })
  const more = failed.length > mostNamed ? `; and ${failed.length - mostNamed} more` : ''
  const message = `${failed.length} of ${outcomes.length} images failed, so no chart was brought: ${named.join('; ')}${more}`
  throw new MirrorError('incomplete', message, { cause: first.error })
}

/** The images of the charts and by name, each once; those of the lock where no chart was looked into again. */
function namesOf({ images, before }: MirrorJob, charts: readonly CollectedChart[]) {
  const found = new Map<
    string,
    { image: string; reference: NonNullable<ReturnType<typeof readImage>> }
  >()
  const listed = charts.flatMap((chart) => chart.images.map(({ image }) => image))
  const kept = listed.length > 0 ? [] : (before?.images ?? []).map(({ image }) => image)
  for (const image of [...listed, ...kept, ...images]) {
    const reference = readImage(image)
    if (reference !== undefined) found.set(imageKey(reference), { image, reference })
  }
  return [...found.values()]
}

function platformsOf({ platforms }: MirrorJob): PlatformChoice {
  const known = platforms.flatMap((text) => parsePlatform(text) ?? [])
  return known.length === 0 ? { kind: 'all' } : { kind: 'some', platforms: known }
}

async function bringCharts(
  { to }: MirrorJob,
  charts: readonly CollectedChart[],
  registries: Registries,
  signal: AbortSignal,
): Promise<readonly PlannedChart[]> {
  if (to.charts === undefined) {
    return charts.map((chart) => ({ chart, target: '', state: 'there' }))
  }
  const destination = chartDestination(to.charts, '', registries)
  const planned = await planCharts(charts, destination, signal)
  const items = planned.flatMap(({ item }) => (item === undefined ? [] : [item]))
  const how = { keepGoing: false, noClobber: false }
  const plan = await planCopies(items, how, signal)
  await runCopies(plan, { ...how, verify: 'tags', gate: registries.gate }, signal)
  await putCharts(planned, destination, signal)
  return planned
}

function lockOf(planned: readonly PlannedChart[], outcomes: readonly CopyOutcome[]): MirrorLock {
  return {
    charts: planned.map(({ chart, target }) => {
      const { name, version, from, digest } = chart
      return { name, version, from, digest, target }
    }),
    images: outcomes.map(({ item, digest = '' }) => {
      return { image: item.image, digest, target: item.target }
    }),
  }
}
