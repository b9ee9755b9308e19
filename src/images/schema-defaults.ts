import { type Json, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { type KubeObject, listAt, textAt } from '../objects/kube-object.ts'
import type { FoundImage, ImagePath } from './found-image.ts'
import { namesImage } from './name-words.ts'
import { isImageInContext } from './unmistakable.ts'
import { wholeImage } from './whole-image.ts'

/** The images that custom resources run when they leave a field out: defaults in the schemas of their definition. */
export function schemaDefaults(definition: KubeObject): readonly FoundImage[] {
  const kind = textAt(definition, ['spec', 'names', 'kind'])
  const article = /^[AEIOU]/.test(kind) ? 'an' : 'a'
  const why = `${article} ${kind === '' ? 'custom resource' : kind} that leaves the field out runs it`
  return listAt(definition, ['spec', 'versions']).flatMap((version, at) => {
    const path = ['spec', 'versions', at, 'schema', 'openAPIV3Schema']
    const schema = fieldOf(fieldOf(version, 'schema'), 'openAPIV3Schema')
    return defaultsIn(schema, path, '').map((one) => ({ ...one, confident: false, why }))
  })
}

function defaultsIn(schema: Json | undefined, path: ImagePath, name: string): FoundImage[] {
  if (isJsonList(schema)) {
    return schema.flatMap((one, at) => defaultsIn(one, [...path, at], name))
  }
  if (!isJsonObject(schema)) return []
  const found = defaultOf(schema, path, name)
  for (const field of ['properties', 'items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf']) {
    const inner = fieldOf(schema, field)
    const here = [...path, field]
    if (field !== 'properties' || !isJsonObject(inner)) {
      found.push(...defaultsIn(inner, here, name))
      continue
    }
    for (const [property, one] of Object.entries(inner)) {
      found.push(...defaultsIn(one, [...here, property], property))
    }
  }
  return found
}

function defaultOf(schema: Json, path: ImagePath, name: string): FoundImage[] {
  const text = fieldOf(schema, 'default')
  if (typeof text !== 'string' || !namesImage(name)) return []
  const found = wholeImage(text, [...path, 'default'])
  return found !== undefined && isImageInContext(found.reference) ? [found] : []
}
