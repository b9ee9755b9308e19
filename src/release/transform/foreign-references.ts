import { lineOfKeys } from '../../chart/explain/locate-field.ts'
import { findIn } from '../../images/find-images.ts'
import type { FoundPart, ImagePath } from '../../images/found-image.ts'
import { formatImage, readImage } from '../../images/image-reference.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import { nameOf } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import type { RenderedObject, Transform } from './rendered-object.ts'

/** The text of the document that an object was rendered in. */
export type DocumentText = (document: number) => string

/** Where images may come from, and how to find and to name those that come from elsewhere. */
export interface ForeignCheck {
  readonly places: readonly string[]
  readonly table: ImageTable
  readonly textOf: DocumentText
}

/** A reference that leads elsewhere, as it is told. */
interface Foreign {
  readonly text: string
  /** Whether only its name says that it is one, so that nothing moves it. */
  readonly isGuess: boolean
}

/** Tells of every image and registry that still comes from another place than the given ones. */
export function tellForeign(wanted: ForeignCheck, tell: (found: string) => void): Transform {
  return (objects) => {
    for (const { text } of objects.flatMap((one) => foreignIn(one, wanted)))
      tell(`${text} is not from ${wantedPlaces(wanted.places)}`)
    return objects
  }
}

const mostNamed = 10

/** Refuses a render in which an image or registry still comes from another place than the given ones. */
export function refuseForeign(wanted: ForeignCheck): Transform {
  return (objects) => {
    const left = objects.flatMap((one) => foreignIn(one, wanted))
    if (left.length === 0) return objects
    const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ''
    const named = left
      .slice(0, mostNamed)
      .map(({ text }) => text)
      .join(', ')
    const why = `images.foreign is refuse, and wanted is ${wantedPlaces(wanted.places)}`
    throw new ReleaseError('foreign-image', `${why}; found ${named}${more}; ${addWhat(left)}`)
  }
}

function addWhat(left: readonly Foreign[]): string {
  const rows = 'a row "registry NAME", or "never NAME" where it is none, to images.table'
  const guess = left.some(({ isGuess }) => isGuess) ? [rows] : []
  const map = left.some(({ isGuess }) => !isGuess) ? ['what is missing to images.map'] : []
  return `add ${[...map, ...guess].join(', and ')}`
}

function wantedPlaces(places: readonly string[]): string {
  return places.join(' or ') || 'a registry'
}

function foreignIn(
  { object, path: file, document }: RenderedObject,
  { places, table, textOf }: ForeignCheck,
): readonly Foreign[] {
  const { images, parts } = findIn(object, table)
  const isForeign = (image: string) => !places.some((place) => isBelow(image, place))
  const tell = (found: string, path: ImagePath): string => {
    const line = lineOfKeys(textOf(document), path)
    const where = line === undefined ? file : `line ${line} of ${file} as rendered`
    return `${found} at ${path.join('.')} of ${object.kind} ${nameOf(object)} (${where})`
  }
  return [
    ...images
      .filter(({ reference }) => isForeign(formatImage(reference)))
      .map(({ image, path }) => ({ text: tell(image, path), isGuess: false })),
    ...parts
      .filter((one) => one.part !== 'tag' && isForeign(placeOf(one)))
      .map(({ part, text, path, isKnown }) => ({
        text: tell(`${part} ${text}`, path),
        isGuess: !isKnown,
      })),
  ]
}

/** The registry and folder that a part stands for: a folder alone is one of Docker Hub. */
function placeOf({ text }: FoundPart): string {
  const inside = readImage(`${text.replace(/\/+$/, '')}/x/x`)
  return inside === undefined ? text : formatImage(inside).slice(0, -'/x/x'.length)
}

function isBelow(image: string, place: string): boolean {
  return image.startsWith(place) && /^(?:$|[/:@])/.test(image.slice(place.length))
}
