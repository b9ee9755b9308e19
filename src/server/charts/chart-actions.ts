import { type CataloguePorts, openRepository } from '../../actions/catalogue/open-repository.ts'
import { fetchOfferedChart } from '../../actions/catalogue/offered-chart.ts'
import { extensionOfCharts } from '../../actions/catalogue/extension-of-charts.ts'
import type { RecentIndexes } from '../../actions/catalogue/recent-indexes.ts'
import {
  repositoriesIn,
  visibleRepositories,
} from '../../actions/catalogue/visible-repositories.ts'
import type { CatalogChart, CatalogQuery, ChartOrigin } from '../../catalog/catalog.ts'
import { listCatalog } from '../../catalog/list-catalog.ts'
import type { Chart } from '../../chart/chart.ts'
import { compressPackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import { showChart } from '../../chart/package/show.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { extensionKind } from '../../kinds/extension.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../kinds/repository.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { ProblemError, notFound } from '../http/problem.ts'
import type { Reply, SignedCall } from '../http/route.ts'
import { textOf } from '../http/schema-shapes.ts'
import { problemFrom, told } from '../http/told-problem.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { type Pictures, pictureReply } from '../pictures/pictures.ts'
import { imagesOf } from './chart-images.ts'
import { stripReadme } from './strip-readme.ts'

/** The parts that charts are found and fetched with. */
export interface ChartPorts {
  readonly fetching: FetchOptions
  readonly recent: RecentIndexes
  readonly render: RenderRound
  readonly pictures: Pictures
}

type Action = (ports: ChartPorts, call: SignedCall) => Promise<Reply>

const order: RowOrder<CatalogChart> = {
  idOf: ({ name, repository }) => `${name} ${repository}`,
  fields: {
    name: ({ name }) => name,
    category: ({ category }) => category,
    repository: ({ repository }) => repository,
    created: ({ created }) => created,
  },
}

/** A page of the catalogue: the charts of all Repositories that the asker may see. */
export const list: Action = async (ports, call) => {
  const { query } = call
  const { charts, notices } = await catalogueOf(ports, call, {
    ...queryOf(query),
    ...(query['origin'] === undefined ? {} : { origin: textOf(query['origin']) as ChartOrigin }),
  })
  const search = textOf(query['search'])
  const fits = charts.filter(({ name, description, keywords, category }) =>
    hasWords(search, [name, description, category, ...keywords]),
  )
  const page = cutPage(fits, order, cutRequestOf(query, 'name'))
  return { status: 200, body: { ...page, notices } }
}

/** The charts of the catalogue that fit a query, and notes about Repositories that are left out. */
export async function catalogueOf(
  ports: ChartPorts,
  call: Pick<SignedCall, 'client' | 'signal' | 'query'>,
  query: CatalogQuery,
): Promise<{ readonly charts: readonly CatalogChart[]; readonly notices: readonly string[] }> {
  const { client, signal } = call
  const notices: string[] = []
  const leftOut = (place: string) =>
    void notices.push(`the repositories of ${place} are left out: you may not list them`)
  const namespace = textOf(call.query['namespace'])
  const right = { verb: 'list', group: 'outrigger.dev', resource: 'repositories', namespace }
  const repositories = await told(async () => {
    if (namespace === '') return repositoriesIn(client, '', signal)
    // The namespace that was asked for is named when it is denied; that of the platform is left out.
    await repositoriesIn(client, namespace, signal)
    return visibleRepositories(client, namespace, leftOut, signal)
  }, right)
  const wanted = textOf(call.query['repository'])
  const named = repositories.filter((one) => wanted === '' || keyOf(one) === wanted)
  const opened = await Promise.all(
    named.map((one) => openOrNote(one, portsFor(ports, client), notices, signal)),
  )
  const found = opened.filter((one) => one !== undefined)
  return { charts: await told(() => listCatalog(found, query, signal)), notices }
}

async function openOrNote(
  repository: Repository,
  ports: CataloguePorts,
  notices: string[],
  signal: AbortSignal,
) {
  try {
    return await openRepository(repository, ports, signal)
  } catch (error) {
    signal.throwIfAborted()
    notices.push(`repository ${keyOf(repository)} is left out: ${problemFrom(error).message}`)
    return undefined
  }
}

/** One chart of a Repository with all its versions. */
export const get: Action = async (ports, call) => {
  const { client, signal, params } = call
  const repository = await repositoryOf(call)
  const opened = await told(() => openRepository(repository, portsFor(ports, client), signal))
  const { chart: name = '' } = params
  const all = { name, prereleases: 'take', deprecated: 'take' } as const
  const [found] = opened === undefined ? [] : await listCatalog([opened], all, signal)
  if (found === undefined) throw notFound('chart', name, params['namespace'] ?? '')
  return { status: 200, body: found }
}

/** The README of a chart, stripped of everything that acts or fetches; its pictures are those of the route below. */
export const readme: Action = async (ports, call) => {
  const { chart } = await fetched(ports, call)
  const { text } = readmeOf(chart, call)
  return { status: 200, body: { ...versionOf(chart), text } }
}

/** A picture of the README of a chart, by its number. */
export const readmePicture: Action = async (ports, call) => {
  const { chart } = await fetched(ports, call)
  const { number = '' } = call.params
  const address = readmeOf(chart, call).pictures[Number(number)]
  const picture = address === undefined ? undefined : await ports.pictures.at(address, call.signal)
  if (picture !== undefined) return pictureReply(picture)
  // The same words for every reason: what a server inside the network answers is nobody's to learn here.
  throw notFound('picture', number, call.params['namespace'] ?? '')
}

function readmeOf(chart: Chart, { params, query }: SignedCall) {
  const { namespace = '', repository = '', chart: name = '' } = params
  const place = [namespace, repository, name].map(encodeURIComponent).join('/')
  const version = textOf(query['version'])
  const search = version === '' ? '' : `?version=${encodeURIComponent(version)}`
  return stripReadme(
    showChart(chart, 'readme'),
    (number) => `/api/v1/charts/${place}/readme/pictures/${number}${search}`,
  )
}

/** Bytes of the largest chart that is given out whole; Helm's own limit for what it loads is larger. */
const largestPackage = 16 * 1024 * 1024

/** The packaged chart, for a page that renders it itself: the bytes of the Repository, or packaged here. */
export const archive: Action = async (ports, call) => {
  const { chart, content, digest } = await fetched(ports, call)
  const { name, version: number } = chart.metadata
  const bytes =
    content.kind === 'archive'
      ? content.archive
      : await told(async () => compressPackage(packageChart(chart).tar))
  if (bytes.length > largestPackage) {
    const detail = `chart ${name} ${number} has ${bytes.length} bytes, and ${largestPackage} are given out at most`
    throw new ProblemError(422, 'ChartTooLarge', detail)
  }
  const headers = {
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${fileNameOf(name, number)}"`,
    etag: `"${digest}"`,
    'cache-control': 'private, max-age=600',
  }
  return { status: 200, headers, bytes }
}

// Names and versions of charts that are no package may hold anything; a header may not.
function fileNameOf(name: string, version: string): string {
  return `${name}-${version}.tgz`.replaceAll(/[^\w.+-]/g, '_')
}

/** The default values of a chart, with their comments. */
export const values: Action = async (ports, call) => {
  const { chart } = await fetched(ports, call)
  return { status: 200, body: { ...versionOf(chart), text: showChart(chart, 'values') } }
}

/** The schema of the values of a chart, as text; empty when it has none. */
export const schema: Action = async (ports, call) => {
  const { chart } = await fetched(ports, call)
  const text = chart.schema === undefined ? '' : fromBytes(chart.schema)
  return { status: 200, body: { ...versionOf(chart), text } }
}

/** The images that run when a chart is installed with its own values. */
export const images: Action = async (ports, call) => {
  const { chart } = await fetched(ports, call)
  const found = await told(() => imagesOf(chart, ports.render, call))
  return { status: 200, body: { ...versionOf(chart), ...found } }
}

/** Versions that one extension is made of, at most. */
const mostVersions = 16

/** The extension that versions of a chart would make, for somebody who wants to create it. */
export const extension: Action = async (ports, call) => {
  const also = textOf(call.query['also']).split(',').filter(Boolean)
  if (also.length >= mostVersions) {
    const detail = `an extension is made of ${mostVersions} versions at most, not of ${also.length + 1}`
    throw new ProblemError(422, 'Invalid', detail)
  }
  const { chart: first } = await fetched(ports, call)
  const others: Chart[] = []
  for (const version of also) {
    const { chart } = await fetched(ports, { ...call, query: { ...call.query, version } })
    others.push(chart)
  }
  const { name } = first.metadata
  const { repository: repo = '' } = call.params
  const spec = extensionOfCharts([first, ...others], { name, repo, is: 'repository' })
  const body = { apiVersion, kind: extensionKind.kind, metadata: { name }, spec }
  return { status: 200, body }
}

function versionOf({ metadata }: Awaited<ReturnType<typeof fetched>>['chart']) {
  return { name: metadata.name, version: metadata.version, appVersion: metadata.appVersion }
}

async function fetched(ports: ChartPorts, call: SignedCall) {
  const { client, signal, params, query } = call
  const repository = await repositoryOf(call)
  const { chart: name = '' } = params
  const version = textOf(query['version'])
  const wanted = version === '' ? { name } : { name, version }
  const how = { ...portsFor(ports, client), fetching: ports.fetching }
  return told(() => fetchOfferedChart(repository, wanted, how, signal))
}

/** The Repository of the path. One that the asker may not get is answered as one that is not there. */
async function repositoryOf({ client, signal, params }: SignedCall): Promise<Repository> {
  const { namespace = '', repository: name = '' } = params
  const target = { resource: resourceOf(repositoryKind), namespace, name }
  try {
    const object = await getObject(client, target, {}, signal)
    const parsed = object === undefined ? undefined : parseRepository(object)
    if (parsed?.ok === true) return parsed.value
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw problemFrom(error)
  }
  throw notFound('repository', name, namespace)
}

function portsFor({ fetching, recent }: ChartPorts, client: SignedCall['client']): CataloguePorts {
  return { client, policy: fetching.policy, indexFolder: fetching.indexFolder, recent }
}

function queryOf(query: SignedCall['query']): CatalogQuery {
  const given = (name: string, field: keyof CatalogQuery) =>
    textOf(query[name]) === '' ? {} : { [field]: textOf(query[name]) }
  return {
    ...given('category', 'category'),
    ...given('labels', 'labels'),
    ...given('kubernetes', 'kubernetes'),
    prereleases: query['prereleases'] === true ? 'take' : 'leave-out',
    deprecated: query['deprecated'] === true ? 'take' : 'leave-out',
  }
}

function keyOf({ metadata }: Repository): string {
  return `${metadata.namespace}/${metadata.name}`
}
