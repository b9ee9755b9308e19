import { type Json, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { type KubeObject, kindOf, textAt } from '../objects/kube-object.ts'
import { containerImages, imageAfter, isContainerList } from './container-images.ts'
import type { FoundImage, ImagePath } from './found-image.ts'
import { readImage } from './image-reference.ts'
import { knownFields } from './known-kinds.ts'
import { isImageInContext, namesImage } from './unmistakable.ts'

const containerLists = ['containers', 'initContainers', 'ephemeralContainers', 'sidecars']
const maxDepth = 100
const maxTextLines = 20_000

/**
 * The images that an object names: containers wherever they are, image volumes, fields of well-known custom resources, and
 * arguments, environment, annotations and fields where nothing else can be meant.
 */
export function findImages(object: KubeObject): readonly FoundImage[] {
  if (object.kind === 'List') return listImages(object)
  const { group, kind } = kindOf(object)
  // The schemas in there look like objects and are none.
  if (kind === 'CustomResourceDefinition') return []
  const found = [
    ...knownFields(group, kind).flatMap((path) => fieldImages(object, path.split('.'), [])),
    ...walk(object, [], !isBuiltIn(group)),
    ...annotationImages(object),
    ...(kind === 'ConfigMap' && group === '' ? configImages(object) : []),
  ]
  return onePerPlace(found)
}

function listImages(list: KubeObject): readonly FoundImage[] {
  const items = fieldOf(list, 'items')
  if (!isJsonList(items)) return []
  return items.flatMap((item, at) =>
    findImages(item as KubeObject).map((one) => ({ ...one, path: ['items', at, ...one.path] })),
  )
}

function isBuiltIn(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)k8s\.io$/.test(group)
}

function walk(value: Json, path: ImagePath, isCustom: boolean): FoundImage[] {
  if (path.length > maxDepth) return []
  if (isJsonList(value)) return value.flatMap((item, at) => walk(item, [...path, at], isCustom))
  if (!isJsonObject(value)) return []
  const found: FoundImage[] = []
  for (const [field, inner] of Object.entries(value)) {
    const here = [...path, field]
    if (containerLists.includes(field) && isContainerList(inner)) {
      found.push(...inner.flatMap((one, at) => containerImages(one, [...here, at])))
    }
    if (field === 'volumes') found.push(...volumeImages(inner, here))
    if (isCustom && typeof inner === 'string') found.push(...customImage(field, inner, here))
    found.push(...walk(inner, here, isCustom))
  }
  return found
}

function volumeImages(volumes: Json, path: ImagePath): FoundImage[] {
  if (!isJsonList(volumes)) return []
  return volumes.flatMap((volume, at) => {
    const image = textAt(volume, ['image', 'reference'])
    const reference = readImage(image)
    const here = [...path, at, 'image', 'reference']
    return reference === undefined
      ? []
      : [{ image, reference, path: here, written: 'text', confident: true }]
  })
}

// A field of a custom resource that nobody told us of.
function customImage(field: string, image: string, path: ImagePath): FoundImage[] {
  if (!namesImage(field)) return []
  const reference = readImage(image)
  if (reference === undefined) return []
  return [{ image, reference, path, written: 'text', confident: isImageInContext(reference) }]
}

function annotationImages(object: KubeObject): FoundImage[] {
  const annotations = fieldOf(object.metadata, 'annotations')
  return textImages(annotations, ['metadata', 'annotations'], (key) => namesImage(key))
}

function configImages(object: KubeObject): FoundImage[] {
  const data = fieldOf(object, 'data')
  if (!isJsonObject(data)) return []
  const whole = textImages(data, ['data'], () => true)
  const inside = Object.entries(data).flatMap(([key, text]) =>
    typeof text === 'string' && text.includes('\n') ? embeddedImages(text, ['data', key]) : [],
  )
  return [...whole, ...inside]
}

function textImages(
  texts: Json | undefined,
  path: ImagePath,
  isMeant: (key: string) => boolean,
): FoundImage[] {
  if (!isJsonObject(texts)) return []
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string' || !isMeant(key)) return []
    const found = imageAfter(text, key)
    return found === undefined
      ? []
      : [{ ...found, path: [...path, key], written: 'text', confident: true }]
  })
}

// A line of YAML, JSON or TOML.
const imageLine = /^[\s-]*"?(?:\w+_)?image"?\s*[:=]\s*["']?([^\s"',]+)["']?,?\s*$/

// Templates that a program will make containers of. What it makes of them is its own affair.
function embeddedImages(text: string, path: ImagePath): FoundImage[] {
  const lines = text.split('\n', maxTextLines)
  return lines.flatMap((line) => {
    const [, image = ''] = imageLine.exec(line) ?? []
    const reference = readImage(image)
    return reference === undefined || !isImageInContext(reference)
      ? []
      : [{ image, reference, path, written: 'text', confident: false }]
  })
}

function fieldImages(
  value: Json | undefined,
  path: readonly string[],
  at: ImagePath,
): FoundImage[] {
  const [field, ...rest] = path
  if (field === undefined) return wholeImage(value, at)
  if (field.endsWith('{}')) {
    const name = field.slice(0, -2)
    return splitImage(fieldOf(value, name), [...at, name])
  }
  if (field !== '*') return fieldImages(fieldOf(value, field), rest, [...at, field])
  if (isJsonList(value)) return value.flatMap((item, n) => fieldImages(item, rest, [...at, n]))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => fieldImages(inner, rest, [...at, name]))
}

function wholeImage(value: Json | undefined, path: ImagePath): FoundImage[] {
  if (typeof value !== 'string') return []
  const reference = readImage(value)
  if (reference === undefined) return []
  return [{ image: value, reference, path, written: 'text', confident: true }]
}

function splitImage(value: Json | undefined, path: ImagePath): FoundImage[] {
  const repository = textAt(value, ['repository'])
  const tag = textAt(value, ['tag'])
  const image = tag === '' ? repository : `${repository}:${tag}`
  const reference = readImage(image)
  if (reference === undefined) return []
  return [{ image, reference, path, written: 'fields', confident: true }]
}

// The rules overlap; what knows more was found first. A text may name several that are not certain.
function onePerPlace(found: readonly FoundImage[]): readonly FoundImage[] {
  const certain = new Map<string, FoundImage>()
  const others = new Map<string, FoundImage>()
  for (const one of found) {
    const place = JSON.stringify(one.confident ? one.path : [one.path, one.image])
    const places = one.confident ? certain : others
    if (!places.has(place)) places.set(place, one)
  }
  const rest = [...others.values()].filter(({ path }) => !certain.has(JSON.stringify(path)))
  return [...certain.values(), ...rest]
}
