import { type Json, type JsonObject, isJsonList, isJsonObject } from '../objects/json.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { findImages } from './find-images.ts'
import type { FoundImage, ImagePath } from './found-image.ts'
import { type RewriteRules, rewriteImage } from './rewrite-image.ts'

/** An image that was pointed somewhere else. */
export interface RewrittenImage {
  readonly from: string
  readonly to: string
  readonly path: ImagePath
}

/** The object with all images that are certain to be some pointed where the rules say. */
export function rewriteImages(
  object: KubeObject,
  rules: RewriteRules,
): { readonly object: KubeObject; readonly rewritten: readonly RewrittenImage[] } {
  const rewritten: RewrittenImage[] = []
  let result: Json = object
  for (const found of findImages(object)) {
    const to = found.confident ? rewriteImage(found.image, rules) : found.image
    if (to === found.image) continue
    rewritten.push({ from: found.image, to, path: found.path })
    result = replaceAt(result, found.path, (before) => rewrittenValue(found, before, to))
  }
  return { object: result as KubeObject, rewritten }
}

function rewrittenValue({ written }: FoundImage, before: Json, to: string): Json {
  if (written === 'text') return to
  if (written !== 'fields') return written.after + to
  if (!isJsonObject(before)) return before
  const colon = to.indexOf(':', to.lastIndexOf('/') + 1)
  if (colon < 0) return { ...before, repository: to }
  return { ...before, repository: to.slice(0, colon), tag: to.slice(colon + 1) }
}

function replaceAt(value: Json, path: ImagePath, change: (before: Json) => Json): Json {
  const [field, ...rest] = path
  if (field === undefined) return change(value)
  if (isJsonList(value)) {
    return value.map((item, at) => (at === field ? replaceAt(item, rest, change) : item))
  }
  if (!isJsonObject(value)) return value
  return replaceField(value, String(field), (inner) => replaceAt(inner, rest, change))
}

function replaceField(
  object: JsonObject,
  field: string,
  change: (inner: Json) => Json,
): JsonObject {
  const inner = object[field]
  return inner === undefined ? object : { ...object, [field]: change(inner) }
}
