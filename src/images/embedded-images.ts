import type { Finder } from './finder.ts'
import type { FoundImage, ImagePath, Slot } from './found-image.ts'
import type { ImageTable } from './tables/image-table.ts'
import { namesImage, namesImages } from './name-words.ts'
import { isAddressed, shifted } from './named-image.ts'
import { isShellText, shellImages } from './shell-images.ts'
import { readTextTree } from './text-tree.ts'
import { isImageInContext } from './unmistakable.ts'
import { walkImages } from './walk-images.ts'
import { wholeImage } from './whole-image.ts'

/** A text, where it stands and what it is called there. */
interface Told {
  readonly text: string
  readonly path: ImagePath
  readonly name: string
}

const maxLength = 2_000_000
const maxTextDepth = 3
const why = 'it stands in a text that a program reads'

/** A finder that looks into texts as well. */
export function finderWith(table: ImageTable, depth = 0): Finder {
  const inner = () => finderWith(table, depth + 1)
  return {
    table,
    inText: (text, path, name) =>
      depth < maxTextDepth ? embeddedImages({ text, path, name }, inner()) : [],
  }
}

/**
 * The images in a text of YAML, JSON, TOML or lines of keys and values. A program may make other
 * names of them, which is not known here.
 */
function embeddedImages(told: Told, finder: Finder): readonly FoundImage[] {
  const { text, path, name } = told
  if (text.length > maxLength) return []
  if (isShellText(text) || name.endsWith('.sh')) return shellImages(text, path, finder)
  if (!/image|img|hub|docker:/i.test(`${name} ${text}`)) return []
  const structured = structuredImages(told, finder)
  const found = structured.length > 0 ? structured : lineImages(text, path)
  const meant = found.filter(({ reference }) => isImageInContext(reference))
  return withPlaces(meant, text, path).map((one) => ({
    ...one,
    confident: false,
    why: one.why ?? why,
  }))
}

function structuredImages({ text, path, name }: Told, finder: Finder): readonly FoundImage[] {
  const trees = readTextTree(text) ?? []
  const isNamed = namesImages(name) || namesImage(name)
  return trees.flatMap(({ value, spanOf }) => {
    const { images } = walkImages(isNamed ? { [name]: value } : value, finder, 'names')
    const inside = (place: ImagePath) => spanOf(isNamed ? place.slice(1) : place)
    return images.map((image) => outside(image, path, inside))
  })
}

// Places in the structure become places in the text; what was written with escapes has none.
function outside(
  image: FoundImage,
  path: ImagePath,
  spanOf: (inner: ImagePath) => number | undefined,
): FoundImage {
  const slots: Partial<Record<string, Slot>> = {}
  for (const [role, slot] of Object.entries(image.slots)) {
    const start = spanOf(slot.path)
    if (start !== undefined)
      slots[role] = { path, start: start + slot.start, end: start + slot.end }
  }
  return { ...image, path, slots }
}

// A text inside of a text inside of a text: one place for each time it was found there.
function withPlaces(
  found: readonly FoundImage[],
  text: string,
  path: ImagePath,
): readonly FoundImage[] {
  let from = 0
  return found.map((one) => {
    if (Object.keys(one.slots).length > 0) return one
    const start = text.indexOf(one.image, from)
    if (start < 0) return one
    from = start + one.image.length
    return { ...one, slots: { whole: { path, start, end: from } } }
  })
}

const keyed = /(?:^|[\s{,[])["']?([\w./-]*)["']?\s*[:=]\s*["']?([^\s"',{}[\]]+)/g

const tagged = /<([\w.-]*)>\s*([^\s<>]+)(?=\s*<\/)/g

// A line of a file that is neither YAML nor JSON, or an element of XML.
function lineImages(text: string, path: ImagePath): readonly FoundImage[] {
  return [...text.matchAll(keyed), ...text.matchAll(tagged)].flatMap((match) => {
    const [all, key = '', value = ''] = match
    if (isRemark(text, match.index)) return []
    const found = wholeImage(value, path)
    if (found === undefined || !isImageInContext(found.reference)) return []
    if (!namesImage(key) && !isAddressed(found, value, key)) return []
    return [shifted(found, match.index + all.length - value.length)]
  })
}

function isRemark(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1)
  return /^\s*(?:#|;|\/\/)/.test(line)
}
