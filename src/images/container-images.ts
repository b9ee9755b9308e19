import { type Json, type JsonObject, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { textAt } from '../objects/kube-object.ts'
import { argumentImages } from './argument-images.ts'
import { environmentImages } from './environment-images.ts'
import type { Findings, ImagePath } from './found-image.ts'
import type { Finder } from './finder.ts'
import { splitImage } from './split-image.ts'
import { wholeImage } from './whole-image.ts'

/** The images of a container: what it runs, and what its arguments and environment tell it of. */
export function containerImages(container: JsonObject, path: ImagePath, finder: Finder): Findings {
  const name = textAt(container, ['name'])
  const told = [
    argumentImages(fieldOf(container, 'command'), [...path, 'command'], finder),
    argumentImages(fieldOf(container, 'args'), [...path, 'args'], finder),
    environmentImages(fieldOf(container, 'env'), [...path, 'env'], finder),
  ]
  const images = [...runImage(container, path), ...told.flatMap(({ images }) => images)]
  return {
    images: name === '' ? images : images.map((one) => ({ ...one, container: name })),
    parts: told.flatMap(({ parts }) => parts),
  }
}

function runImage(container: JsonObject, path: ImagePath): Findings['images'] {
  const image = fieldOf(container, 'image')
  const here = [...path, 'image']
  const found = typeof image === 'string' ? wholeImage(image, here) : splitImage(image, here)
  return found === undefined ? [] : [found]
}

/** Whether a list is one of containers: objects that have a name or an image. */
export function isContainerList(list: Json | undefined): list is readonly JsonObject[] {
  if (!isJsonList(list) || list.length === 0) return false
  return list.every((item) => isJsonObject(item))
}
