import type { Chart, Table } from '../../chart/chart.ts'
import { isTable } from '../../chart/values/table.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { finderWith } from '../../images/embedded-images.ts'
import type { FoundImage } from '../../images/found-image.ts'
import { readImage } from '../../images/image-reference.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import { walkImages } from '../../images/walk-images.ts'
import { parseJson } from '../../objects/json-text.ts'
import { pathText } from './path-text.ts'

/** An image that the values of a chart name, whether or not a template uses it. */
export interface ValuesImage {
  readonly image: string
  /** Where in the values, as `--set` takes it. */
  readonly path: string
  /** Whether the values name a tag or digest too. */
  readonly isTagged: boolean
}

/** The images that values name; without a tag, that of the chart they belong to is meant. */
export function valuesImages(
  chart: Chart,
  values: Table,
  table: ImageTable,
): readonly ValuesImage[] {
  const json = parseJson(encodeJson(values, { html: false }))
  const { images } = walkImages(json, finderWith(table), 'names')
  return images.flatMap((found) => {
    const image = withAppVersion(found, chart)
    return image === undefined
      ? []
      : [{ image, path: pathText(found.path), isTagged: image === found.image }]
  })
}

function withAppVersion({ image, reference, path }: FoundImage, chart: Chart): string | undefined {
  if (reference.tag !== undefined || reference.digest !== undefined) return image
  const { appVersion } = ownerOf(chart, path).metadata
  const tagged = `${image}:${appVersion}`
  return appVersion === '' || readImage(tagged) === undefined ? undefined : tagged
}

/** The chart whose values lie at a path. */
function ownerOf(chart: Chart, path: readonly (string | number)[]): Chart {
  const [first, ...rest] = path
  const declared = chart.metadata.dependencies?.find(({ name, alias }) => {
    return (alias === '' ? name : alias) === first
  })
  const name = declared?.name ?? first
  const sub = chart.dependencies.find((one) => one.metadata.name === name)
  return sub === undefined ? chart : ownerOf(sub, rest)
}

/** All defaults below a chart, those of subcharts under their names, whether they are enabled or not. */
export function allDefaults(chart: Chart): Table {
  const result: Table = new Map(chart.values)
  for (const sub of chart.dependencies) {
    const { name } = sub.metadata
    const declared = chart.metadata.dependencies?.filter((one) => one.name === name) ?? []
    const names = declared.map(({ alias }) => (alias === '' ? name : alias))
    for (const called of names.length === 0 ? [name] : names) {
      const own = result.get(called)
      result.set(called, merged(allDefaults(sub), isTable(own) ? own : new Map()))
    }
  }
  return result
}

function merged(under: Table, over: Table): Table {
  const result: Table = new Map(under)
  for (const [key, value] of over) {
    const below = result.get(key)
    result.set(key, isTable(below) && isTable(value) ? merged(below, value) : value)
  }
  return result
}
