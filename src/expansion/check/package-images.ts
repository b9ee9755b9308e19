import { locateKeys } from '../../chart/explain/locate-field.ts'
import type { OutputDocument } from '../../chart/explain/output-lines.ts'
import { type TracedChart, traceChart } from '../../chart/explain/trace-chart.ts'
import { imageRowsOf } from '../../chart/image-rows.ts'
import { findIn } from '../../images/find-images.ts'
import type { FoundImage } from '../../images/found-image.ts'
import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import { type Json, fieldOf, isJsonList } from '../../objects/json.ts'
import { isKubeObject } from '../../objects/kube-object.ts'
import { readApplications } from '../applications/read-application.ts'
import type { PackageProblem } from '../errors.ts'
import { findListed, fullName } from '../images/open-images.ts'
import type { Package } from '../package/open-package.ts'
import { imagesOf } from '../package/package-operator.ts'
import { readText } from '../package/tree.ts'
import { readYamlFile, yamlDocuments } from '../package/yaml-lines.ts'
import type { PackageChart } from './check-charts.ts'
import { type PackageRender, packageRenders } from './package-renders.ts'

/** An image that an object of `manifests/` names, and where. */
export interface ManifestImage {
  readonly file: string
  readonly line: number
  readonly found: FoundImage
}

/**
 * Compares the images that a package will run with its list. The values of the site are not known here and may change
 * them, so that a difference is a warning.
 */
export async function checkPackageImages(
  opened: Package,
  charts: readonly PackageChart[],
  signal: AbortSignal,
  table: ImageTable = knownImages(),
): Promise<readonly PackageProblem[]> {
  const { content } = opened.declaration
  // The registry has more than the package lists.
  if (content.images_loaded && content.images.length === 0) return []
  const listed = imagesOf(content)
  const isListed = ({ image }: FoundImage) =>
    listed.some((one) => findListed(one, [image]) !== undefined)
  const { applications } = await readApplications(opened)
  const ofCharts = packageRenders(opened, charts, applications).flatMap((render) => {
    signal.throwIfAborted()
    return renderProblems(opened, render, { isListed, table })
  })
  const ofManifests = (await manifestImages(opened, table))
    .filter(({ found }) => found.confident && !isListed(found))
    .map(({ file, line, found }): PackageProblem => {
      const message = `runs ${fullName(found.image)}, which is not listed under images`
      return { file, line, message, level: 'warning' }
    })
  return [...ofCharts, ...ofManifests]
}

interface Comparison {
  readonly isListed: (found: FoundImage) => boolean
  readonly table: ImageTable
}

function renderProblems(
  { declaration }: Package,
  { chart, application, request }: PackageRender,
  { isListed, table }: Comparison,
): readonly PackageProblem[] {
  const item = chart.path.slice('charts/'.length)
  const index = declaration.content.charts.indexOf(item)
  const place =
    application === undefined
      ? declaration.placeOf('charts', index)
      : { file: application, line: 1 }
  const options = { includeCrds: true, hooks: 'all' } as const
  const traced = traceChart(chart.chart, request, options)
  if ('error' in traced) {
    // A chart that no application installs may well want values that the package does not have.
    if (application === undefined) return []
    const { error } = traced
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    const message = `chart ${item} does not render with the values of the package: ${why}`
    return [{ ...place, message, level: 'warning' }]
  }
  const rows = readImageTable(imageRowsOf(chart.chart), table)
  const told = new Set<string>()
  return imagesOfRender(traced, rows).flatMap(({ found, at }): readonly PackageProblem[] => {
    const image = fullName(found.image)
    if (!found.confident || isListed(found) || told.has(image)) return []
    told.add(image)
    const message = `chart ${item} runs ${image} (${at}), which is not listed under images`
    return [{ ...place, message, level: 'warning' }]
  })
}

function imagesOfRender(
  traced: TracedChart,
  table: ImageTable,
): readonly { readonly found: FoundImage; readonly at: string }[] {
  return traced.documents.flatMap((document) => {
    const lines = traced.lines.slice(document.firstLine - 1, document.lastLine)
    return objectsOf(lines.map(({ text }) => text).join('\n')).flatMap((object) =>
      findIn(object, table).images.map((found) => ({
        found,
        at: templateLine(traced, document, found.path),
      })),
    )
  })
}

function templateLine(
  traced: TracedChart,
  document: OutputDocument,
  path: readonly (string | number)[],
): string {
  const at = locateKeys(traced, document, path)
  const lines = at === undefined ? [] : traced.lines.slice(at.first - 1, at.last)
  const place = lines.find(({ origin }) => origin?.place !== undefined)?.origin?.place
  return place === undefined ? document.path : `${place.template}:${place.line}`
}

/** The images that the objects of `manifests/` name. */
export async function manifestImages(
  { tree, declaration }: Package,
  table: ImageTable,
): Promise<readonly ManifestImage[]> {
  const images: ManifestImage[] = []
  for (const item of declaration.content.manifests) {
    const file = `manifests/${item}`
    if (tree.entries.get(file)?.kind !== 'file') continue
    for (const { start, document } of yamlDocuments((await readText(tree, file)) ?? '')) {
      images.push(...documentImages(file, { start, document }, table))
    }
  }
  return images
}

function documentImages(
  file: string,
  { start, document }: { readonly start: number; readonly document: string },
  table: ImageTable,
): readonly ManifestImage[] {
  const read = readYamlFile(document)
  if (!read.ok) return []
  const { value, lineOf } = read.file
  return objectsIn(value).flatMap(({ object, path }) =>
    findIn(object, table).images.map((found) => {
      return { file, line: start + lineOf([...path, ...found.path]), found }
    }),
  )
}

// Rendered text that is no object is refused by the cluster: nothing in it runs.
function objectsOf(text: string) {
  const read = readYamlFile(text)
  return read.ok ? objectsIn(read.file.value).map(({ object }) => object) : []
}

function objectsIn(value: Json) {
  const items = fieldOf(value, 'items')
  const all = isJsonList(items)
    ? items.map((object, index) => ({ object, path: ['items', index] }))
    : [{ object: value, path: [] }]
  return all.flatMap(({ object, path }) => (isKubeObject(object) ? [{ object, path }] : []))
}
