import { type Json, type JsonObject, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { textAt } from '../objects/kube-object.ts'
import { containerImages, isContainerList } from './container-images.ts'
import { variableImages } from './environment-images.ts'
import type { Finder } from './finder.ts'
import type { Findings, FoundImage, FoundPart, ImagePath } from './found-image.ts'
import { namesImage, namesImages, namesMap, namesProduct } from './name-words.ts'
import { isAddressed, listedImages } from './named-image.ts'
import { type Part, isSplitImage, partAt, putTogether, splitImage } from './split-image.ts'
import { splitNames } from './split-names.ts'
import { isFile, isImageInContext, isUnmistakable } from './unmistakable.ts'
import { wholeImage } from './whole-image.ts'

const containerLists = ['containers', 'initContainers', 'ephemeralContainers', 'sidecars']
const containerFields = ['container', 'script', 'stepTemplate']
const maxDepth = 100

/** How much a walk may conclude from the names of fields: in built-in kinds nothing. */
export type Freedom = 'containers' | 'names'

/** Collects images from a value and all below it: containers wherever they are, and fields that say image. */
class Walk {
  readonly images: FoundImage[] = []
  readonly parts: FoundPart[] = []
  private readonly finder: Finder
  private readonly freedom: Freedom

  constructor(finder: Finder, freedom: Freedom) {
    this.finder = finder
    this.freedom = freedom
  }

  value(value: Json, path: ImagePath, hub?: Hub): void {
    if (path.length > maxDepth) return
    if (isJsonList(value)) {
      if (this.freedom === 'names') this.pairs(value, path)
      for (const [at, item] of value.entries()) this.value(item, [...path, at], hub)
    } else if (isJsonObject(value)) this.object(value, path, hub)
  }

  private object(object: JsonObject, path: ImagePath, outer: Hub | undefined): void {
    const hub = hubOf(object, path) ?? outer
    const isFree = this.freedom === 'names'
    if (isFree && isSplitImage(object)) this.take(splitImage(object, path))
    else if (isFree) this.images.push(...splitFields(object, path))
    for (const [field, inner] of Object.entries(object)) {
      const here = [...path, field]
      this.structure(field, inner, here)
      if (field === 'annotations' && path.at(-1) === 'metadata') {
        this.images.push(...annotationImages(inner, here))
        continue
      }
      if (isFree && namesProduct(field)) continue
      if (isFree) this.named(object, field, here, hub)
      this.value(inner, here, hub)
    }
  }

  /** Looks at the fields that mean the same in every kind. */
  private structure(field: string, inner: Json, here: ImagePath): void {
    if (containerLists.includes(field) && isContainerList(inner)) {
      for (const [at, one] of inner.entries()) this.container(one, [...here, at])
    }
    if (this.freedom === 'names' && containerFields.includes(field) && isJsonObject(inner)) {
      if (fieldOf(inner, 'image') !== undefined) this.container(inner, here)
    }
    if (field === 'volumes' && isJsonList(inner)) {
      for (const [at, volume] of inner.entries()) {
        const image = textAt(volume, ['image', 'reference'])
        this.take(wholeImage(image, [...here, at, 'image', 'reference']))
      }
    }
  }

  private container(container: JsonObject, path: ImagePath): void {
    const { images, parts } = containerImages(container, path, this.finder)
    this.images.push(...images)
    this.parts.push(...parts)
  }

  /** A field that no table names. */
  private named(object: JsonObject, field: string, here: ImagePath, hub: Hub | undefined): void {
    const value = fieldOf(object, field)
    if (typeof value === 'string') this.text(object, { field, text: value }, here, hub)
    else if (isJsonObject(value) && namesImage(field)) {
      const found = splitImage(value, here)
      if (found !== undefined && isImageInContext(found.reference)) this.take(found)
      else if (namesMap(field)) this.several(Object.entries(value), here)
    } else if (isJsonObject(value) && namesImages(field)) this.several(Object.entries(value), here)
    else if (isJsonList(value) && (namesImages(field) || namesImage(field)))
      this.several(value.entries(), here)
  }

  private several(items: Iterable<readonly [string | number, Json]>, here: ImagePath): void {
    for (const [at, item] of items) {
      // `nginx=quay.io/a/nginx:1`
      if (typeof item === 'string') this.images.push(...listedImages(item, 'images', [...here, at]))
      else if (isJsonObject(item) && isVersioned(item)) this.take(splitImage(item, [...here, at]))
    }
  }

  /** Lists of names with values are variables and parameters. */
  private pairs(list: readonly Json[], path: ImagePath): void {
    const variables = list.flatMap((item, at) => {
      const name = textAt(item, ['name'])
      return ['value', 'default'].flatMap((field) => {
        const text = textAt(item, [field])
        return name === '' || text === '' ? [] : [{ name, text, path: [...path, at, field] }]
      })
    })
    if (variables.length > 0) this.images.push(...variableImages(variables, this.finder).images)
  }

  private text(
    object: JsonObject,
    { field, text }: { readonly field: string; readonly text: string },
    here: ImagePath,
    hub: Hub | undefined,
  ): void {
    if (namesImage(field)) {
      const path = here.slice(0, -1)
      this.take(withHub(text, here, hub) ?? withSibling(object, field, path) ?? plain(text, here))
    } else if (namesImages(field)) this.images.push(...listedImages(text, field, here))
    else {
      const found = wholeImage(text, here)
      if (found !== undefined && isAddressed(found, text, field)) this.take(found)
      else if (found !== undefined && isUnmistakable(found.reference))
        this.take({ ...found, confident: false, why })
    }
    if (text.includes('\n')) this.images.push(...this.finder.inText(text, here, field))
  }

  private take(found: FoundImage | undefined): void {
    if (found !== undefined) this.images.push(found)
  }
}

const why = 'the name of its field does not say that it is one'
const bare = 'only its field says that it is one'

function plain(text: string, path: ImagePath): FoundImage | undefined {
  const found = wholeImage(text, path)
  if (found === undefined || isFile(found.reference)) return undefined
  if (isImageInContext(found.reference)) return found
  return { ...found, confident: false, why: bare }
}

/** A registry and a tag that stand above the names of images, as in the values of Istio. */
interface Hub {
  readonly hub: Part
  readonly tag: Part
}

function hubOf(object: JsonObject, path: ImagePath): Hub | undefined {
  const hub = partAt(object, 'hub', path)
  const tag = partAt(object, 'tag', path)
  return hub === undefined || tag === undefined ? undefined : { hub, tag }
}

function withHub(text: string, path: ImagePath, hub: Hub | undefined): FoundImage | undefined {
  if (hub === undefined || !/^[a-z0-9][a-z0-9_-]*$/.test(text)) return undefined
  const name = { text, slot: { path, start: 0, end: text.length } }
  return putTogether({ registry: hub.hub, name, tag: hub.tag })
}

// `image` with `tag`, `imageTag`, `image_version` and the like beside it.
function withSibling(object: JsonObject, field: string, path: ImagePath): FoundImage | undefined {
  const tags = [`${field}_version`, `${field}Version`, `${field}_tag`, `${field}Tag`]
  const more = /^image$/i.test(field) ? ['tag'] : field === 'baseImage' ? ['tag', 'version'] : []
  const all = [...tags, ...more]
  const tag = all.map((name) => partAt(object, name, path)).find((part) => part !== undefined)
  const name = partAt(object, field, path)
  return tag === undefined || name === undefined ? undefined : putTogether({ name, tag })
}

function annotationImages(annotations: Json, path: ImagePath): readonly FoundImage[] {
  if (!isJsonObject(annotations)) return []
  return Object.entries(annotations).flatMap(([key, text]) => {
    if (typeof text !== 'string' || !namesImage(key)) return []
    const found = withVersion(annotations, key, path) ?? wholeImage(text, [...path, key])
    return found !== undefined && isImageInContext(found.reference) ? [found] : []
  })
}

// `config.linkerd.io/proxy-image` with `config.linkerd.io/proxy-version` beside it.
function withVersion(
  annotations: JsonObject,
  key: string,
  path: ImagePath,
): FoundImage | undefined {
  const stem = key.replace(/image$/i, '')
  if (stem === key) return undefined
  const tag = ['version', 'tag', 'image-version', 'image-tag', 'Version', 'Tag']
    .map((ending) => partAt(annotations, `${stem}${ending}`, path))
    .find((part) => part !== undefined)
  const name = partAt(annotations, key, path)
  return tag === undefined || name === undefined ? undefined : putTogether({ name, tag })
}

/** The images whose parts are fields beside each other: `proxyImageRepository` and `proxyImageTag`. */
function splitFields(object: JsonObject, path: ImagePath): readonly FoundImage[] {
  return splitNames(
    Object.keys(object).flatMap((name) => {
      const part = partAt(object, name, path)
      return part === undefined ? [] : [{ name, ...part }]
    }),
  )
}

/** Whether an object has a version of an image: among images a name alone is one of something else. */
function isVersioned(object: JsonObject): boolean {
  return ['tag', 'newTag', 'imageTag', 'digest'].some((field) => partAt(object, field, []))
}

/** The images that a walk over a value finds. */
export function walkImages(value: Json, finder: Finder, freedom: Freedom): Findings {
  const walk = new Walk(finder, freedom)
  walk.value(value, [])
  return walk
}
