import type { DescribedImage } from '../../mirror/images/describe-images.ts'
import type { ImageList, ImagePlace } from '../../mirror/images/image-list.ts'
import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { formatBytes } from '../output/progress-bar.ts'
import type { Column } from '../output/table.ts'

type Described = Omit<ImageList, 'images'> & { readonly images: readonly DescribedImage[] }

/** Prints a list for people, or as data. */
export async function printImages(
  { subject, images, parts, notes }: Described,
  format: OutputFormat,
  io: Io,
): Promise<void> {
  const hasDetails = images.some(
    ({ digest, unknown }) => digest !== undefined || unknown !== undefined,
  )
  const value = {
    subject,
    images: images.map(dataOf),
    parts: parts.map((one) => ({ ...one })),
    notes,
  }
  await printResult(
    {
      noun: 'image',
      name: ({ image }) => image,
      columns: hasDetails ? [...columns, ...details] : columns,
      rows: images,
      value: value as unknown as Plain,
    },
    format,
    io,
  )
  if (format !== 'table' && format !== 'wide') return
  for (const { part, text, place } of parts) {
    const what = `${place.kind} ${place.name} makes names of images from the ${part} ${text}`
    io.stderr.write(`note: ${what} (${place.field}); which ones only the program knows\n`)
  }
}

function dataOf({ reference, ...image }: DescribedImage): object {
  const { host, repository, tag, digest } = reference
  return { ...image, registry: host, repository, ...optional({ tag, pinned: digest }) }
}

function optional(fields: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const columns: readonly Column<DescribedImage>[] = [
  { header: 'image', cell: ({ image }) => image },
  { header: 'runs', cell: certaintyText },
  { header: 'from', cell: ({ places }) => fromText(places) },
  { header: 'template', cell: ({ places }) => templateText(places[0]), wide: true },
  { header: 'values', cell: ({ places }) => places[0]?.values?.join(', ') ?? '', wide: true },
]

const details: readonly Column<DescribedImage>[] = [
  { header: 'digest', cell: ({ digest, unknown }) => digest ?? `unknown: ${unknown ?? ''}` },
  { header: 'size', cell: ({ bytes }) => (bytes === undefined ? '' : formatBytes(bytes)) },
  { header: 'platforms', cell: ({ platforms }) => platforms?.join(',') ?? '', wide: true },
]

function certaintyText({ certainty, with: values, why }: DescribedImage): string {
  const set = values.length === 0 ? '' : `with ${values.join(' and ')}`
  if (certainty !== 'maybe') return certainty === 'certain' ? 'certain' : set
  return `maybe${set === '' ? '' : ` ${set}`}: ${why ?? ''}`
}

function fromText(places: readonly ImagePlace[]): string {
  const [first] = places
  if (first === undefined) return ''
  const moment = first.moment === undefined ? '' : ` (${first.moment})`
  const more = places.length === 1 ? '' : ` and ${places.length - 1} more`
  return `${first.kind}/${first.name}${moment}${more}`
}

function templateText(place: ImagePlace | undefined): string {
  if (place?.template === undefined) return ''
  return place.line === undefined ? place.template : `${place.template}:${place.line}`
}
