import type { Chart } from '../../chart/chart.ts'
import { noteBranches } from '../../chart/explain/flips.ts'
import type { FailedTrace, TracedChart } from '../../chart/explain/trace-chart.ts'
import type { RenderRequest } from '../../chart/render/render.ts'
import { type ImageReference, readImage } from '../../images/image-reference.ts'
import { type ImageTable, knownImages, readImageTable } from '../../images/tables/image-table.ts'
import { imageRowsOf } from '../../chart/image-rows.ts'
import { declaredImages } from './declared-images.ts'
import { Explorer } from './explore-images.ts'
import { imageKey } from './image-key.ts'
import type { ImageList, ListedImage } from './image-list.ts'
import { listObjects } from './list-objects.ts'
import { placeOf } from './image-place.ts'
import { RenderImages, type ReadObjects } from './render-images.ts'
import { tracedImages } from './traced-images.ts'
import { allDefaults, valuesImages } from './values-images.ts'

export interface ListChartOptions {
  readonly read: ReadObjects
  /** Whether values are flipped to see what else could run. */
  readonly explore: boolean
  readonly maxRenders: number
  readonly table?: ImageTable
}

/** Every image that could run when a chart is installed with these values, and with others. */
export function listChartImages(
  chart: Chart,
  request: RenderRequest,
  options: ListChartOptions,
  signal: AbortSignal,
): ImageList {
  const table = readImageTable(imageRowsOf(chart), options.table ?? knownImages())
  const renders = new RenderImages(chart, request, { read: options.read, table })
  const base = noteBranches(chart, request, { includeCrds: true, hooks: 'all' })
  const notes: string[] = []
  const list = new Map<string, ListedImage>()
  const parts = 'error' in base ? [] : addBase(base.traced, renders, list)
  if ('error' in base) notes.push(refusal(base))
  else if (options.explore) {
    const known = list.keys()
    const explorer = new Explorer(chart, request, renders, {
      known,
      maxRenders: options.maxRenders,
    })
    const explored = explorer.explore(base, signal)
    for (const [key, { found, object, manifest, flips }] of explored.images) {
      const sure = found.confident ? {} : { why: found.why ?? '' }
      list.set(key, {
        image: found.image,
        reference: found.reference,
        certainty: found.confident ? 'with' : 'maybe',
        with: flips.map(({ text }) => text),
        ...sure,
        places: [{ ...placeOf(object, found), template: manifest.path }],
      })
    }
    if (!explored.isComplete) notes.push(tooMany(explored.flips, options.maxRenders))
  }
  addMaybe(list, chart, table)
  return {
    subject: `${chart.metadata.name} ${chart.metadata.version}`,
    images: [...list.values()],
    parts,
    notes,
  }
}

function addBase(
  base: TracedChart,
  renders: RenderImages,
  list: Map<string, ListedImage>,
): ImageList['parts'] {
  const { images, parts } = listObjects(tracedImages(base, renders))
  for (const one of images) list.set(imageKey(one.reference), one)
  return parts
}

// Adds the images that no rendered object names but that somebody wrote down.
function addMaybe(list: Map<string, ListedImage>, chart: Chart, table: ImageTable): void {
  const add = (image: string, why: string) => {
    const reference = readImage(image)
    if (reference === undefined || list.has(imageKey(reference))) return
    list.set(imageKey(reference), {
      image,
      reference,
      certainty: 'maybe',
      with: [],
      why,
      places: [],
    })
  }
  for (const { image, annotation } of declaredImages(chart)) {
    add(image, `the chart declares it in its annotation ${annotation}`)
  }
  for (const image of table.also) add(image, 'the table of images names it')
  const places = new Set([...list.values()].map(({ reference }) => placeKey(reference)))
  for (const { image, path, isTagged } of valuesImages(chart, allDefaults(chart), table)) {
    // The chart makes a tag of its own for what is listed already.
    const reference = readImage(image)
    if (!isTagged && reference !== undefined && places.has(placeKey(reference))) continue
    add(image, `the values name it at ${path}; nothing that was tried runs it`)
  }
}

function placeKey({ host, repository }: ImageReference): string {
  return `${host}/${repository}`
}

function refusal({ error }: FailedTrace): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return `the chart does not render with these values, so only what its values and annotations name is listed: ${first}`
}

function tooMany(flips: number, most: number): string {
  return `${flips} values could be flipped, more than ${most} renders try; --max-renders allows more`
}
