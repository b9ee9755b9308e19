import { decodeBase64 } from '../formats/base64.ts'
import { type Json, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { type KubeObject, kindOf, textAt } from '../objects/kube-object.ts'
import { finderWith } from './embedded-images.ts'
import type { Finder } from './finder.ts'
import type { Findings, FoundImage, FoundPart, ImagePath, ImageSlots } from './found-image.ts'
import { type ImageTable, knownImages, rowsOf } from './tables/image-table.ts'
import { variableImages } from './environment-images.ts'
import { schemaDefaults } from './schema-defaults.ts'
import { isBelow, rowImages, rowParts } from './table-fields.ts'
import { walkImages } from './walk-images.ts'

/** The images that an object names. */
export function findImages(
  object: KubeObject,
  table: ImageTable = knownImages(),
): readonly FoundImage[] {
  return findIn(object, table).images
}

/**
 * The images that an object names: containers wherever they are, image volumes, fields of
 * well-known custom resources, arguments, environment, annotations, texts in ConfigMaps and
 * Secrets, and fields where nothing else can be meant; and the registries and tags from which a
 * program makes names that only it knows.
 */
export function findIn(object: KubeObject, table: ImageTable = knownImages()): Findings {
  if (object.kind === 'List') return listFindings(object, table)
  const { group, kind } = kindOf(object)
  if (kind === 'CustomResourceDefinition') return { images: schemaDefaults(object), parts: [] }
  const finder = finderWith(table)
  const rows = rowsOf(table, group, kind)
  const walked = walkImages(
    withoutStatus(object),
    finder,
    isBuiltIn(group) ? 'containers' : 'names',
  )
  const config = group === '' ? configFindings(object, finder) : nothing
  const images = [
    ...rows.filter(({ what }) => what === 'image').flatMap((row) => rowImages(object, row)),
    ...walked.images,
    ...config.images,
  ]
  const parts = [
    ...rows.filter(({ what }) => what === 'registry').flatMap((row) => rowParts(object, row)),
    ...walked.parts,
    ...config.parts,
  ]
  const never = rows.filter(({ what }) => what === 'never')
  const runs = ({ path }: { readonly path: ImagePath }) => !never.some((row) => isBelow(path, row))
  return { images: onePerPlace(images.filter(runs)), parts: parts.filter(runs) }
}

const nothing: Findings = { images: [], parts: [] }

function listFindings(list: KubeObject, table: ImageTable): Findings {
  const items = fieldOf(list, 'items')
  if (!isJsonList(items)) return nothing
  const found = items.map((item, at) => {
    const { images, parts } = findIn(item as KubeObject, table)
    const before: ImagePath = ['items', at]
    return {
      images: images.map((one) => movedBelow(one, before)),
      parts: parts.map((one) => movedPart(one, before)),
    }
  })
  return {
    images: found.flatMap(({ images }) => images),
    parts: found.flatMap(({ parts }) => parts),
  }
}

function movedBelow(image: FoundImage, before: ImagePath): FoundImage {
  const slots = Object.entries(image.slots).map(([role, slot]) => {
    return [role, { ...slot, path: [...before, ...slot.path] }] as const
  })
  const path = [...before, ...image.path]
  return { ...image, path, slots: Object.fromEntries(slots) }
}

function movedPart(part: FoundPart, before: ImagePath): FoundPart {
  const path = [...before, ...part.path]
  return { ...part, path, slot: { ...part.slot, path } }
}

function isBuiltIn(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)k8s\.io$/.test(group)
}

/** The object without its status, which says what was seen and not what is desired. */
function withoutStatus(object: KubeObject): Json {
  const { status: _, ...rest } = object
  return rest
}

const secretsWithoutText = /^(?:kubernetes\.io\/|helm\.sh\/|bootstrap\.)/

function configFindings(object: KubeObject, finder: Finder): Findings {
  if (object.kind === 'ConfigMap') return textFindings(fieldOf(object, 'data'), ['data'], finder)
  if (object.kind !== 'Secret' || secretsWithoutText.test(textAt(object, ['type']))) return nothing
  const written = textFindings(fieldOf(object, 'stringData'), ['stringData'], finder)
  const encoded = textFindings(decodedTexts(fieldOf(object, 'data')), ['data'], finder)
  const images = encoded.images.map((one) => ({ ...one, slots: inBase64(one.slots) }))
  return { images: [...written.images, ...images], parts: written.parts }
}

function textFindings(data: Json | undefined, path: ImagePath, finder: Finder): Findings {
  if (!isJsonObject(data)) return nothing
  const variables = Object.entries(data).flatMap(([name, text]) =>
    typeof text === 'string' ? [{ name, text, path: [...path, name] }] : [],
  )
  return variableImages(variables, finder)
}

// Keys, certificates and the like are no texts.
function decodedTexts(data: Json | undefined): Json | undefined {
  if (!isJsonObject(data)) return undefined
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const text = typeof value === 'string' ? decodedText(value) : undefined
      return text === undefined ? [] : [[key, text] as const]
    }),
  )
}

function decodedText(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(encoded))
  } catch {
    // Not base64, or bytes that are no text.
    return undefined
  }
}

function inBase64(slots: ImageSlots): ImageSlots {
  const all = Object.entries(slots).map(([role, slot]) => {
    return [role, { ...slot, encoding: 'base64' }] as const
  })
  return Object.fromEntries(all)
}

// The rules overlap: the rule that knows more comes first and wins. An image that was put together
// from parts has those parts to itself.
function onePerPlace(found: readonly FoundImage[]): readonly FoundImage[] {
  const taken = new Set<string>()
  const kept: FoundImage[] = []
  const certainFirst = [...found.filter(isCertain), ...found.filter((one) => !isCertain(one))]
  for (const one of certainFirst) {
    const places = placesOf(one)
    if (places.some((place) => taken.has(place))) continue
    for (const place of places) taken.add(place)
    kept.push(one)
  }
  return kept
}

function isCertain({ confident }: FoundImage): boolean {
  return confident
}

/** The place that only this image has: a registry or tag may serve several. */
function placesOf({ slots, path, image }: FoundImage): readonly string[] {
  const telling = slots.whole ?? slots.name ?? slots.repository
  if (telling === undefined) return [JSON.stringify([path, image])]
  return [JSON.stringify([telling.path, telling.start])]
}
