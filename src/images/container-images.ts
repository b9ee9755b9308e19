import { type Json, type JsonObject, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { textAt } from '../objects/kube-object.ts'
import type { FoundImage, ImagePath } from './found-image.ts'
import { readImage } from './image-reference.ts'
import { isImageInContext, isUnmistakable, namesImage } from './unmistakable.ts'

/** The images of a container: what it runs, and what its arguments and environment tell it of. */
export function containerImages(container: JsonObject, path: ImagePath): FoundImage[] {
  const name = textAt(container, ['name'])
  const found = [
    ...runImage(container, path),
    ...wordImages(fieldOf(container, 'command'), [...path, 'command']),
    ...wordImages(fieldOf(container, 'args'), [...path, 'args']),
    ...variableImages(fieldOf(container, 'env'), [...path, 'env']),
  ]
  return name === '' ? found : found.map((one) => ({ ...one, container: name }))
}

function runImage(container: JsonObject, path: ImagePath): FoundImage[] {
  const image = textAt(container, ['image'])
  const reference = readImage(image)
  if (reference === undefined) return []
  return [{ image, reference, path: [...path, 'image'], written: 'text', confident: true }]
}

// `--x-image=reference`, `--x-image reference`, or a text that can be nothing else.
function wordImages(words: Json | undefined, path: ImagePath): FoundImage[] {
  if (!isJsonList(words)) return []
  return words.flatMap((word, at) => {
    if (typeof word !== 'string') return []
    const [, flag = '', value] = /^(-{1,2}[\w.-]+=)?(.*)$/.exec(word) ?? []
    const before = words[at - 1]
    const spoken = flag === '' && isFlag(before) ? before : flag
    const found = value === undefined ? undefined : imageAfter(value, spoken)
    if (found === undefined) return []
    const written = flag === '' ? 'text' : ({ after: flag } as const)
    return [{ ...found, path: [...path, at], written, confident: true }]
  })
}

function isFlag(word: Json | undefined): word is string {
  return typeof word === 'string' && /^-{1,2}[\w.-]+$/.test(word)
}

function variableImages(variables: Json | undefined, path: ImagePath): FoundImage[] {
  if (!isJsonList(variables)) return []
  return variables.flatMap((variable, at) => {
    const found = imageAfter(textAt(variable, ['value']), textAt(variable, ['name']))
    if (found === undefined) return []
    return [{ ...found, path: [...path, at, 'value'], written: 'text', confident: true }]
  })
}

/** The image that a text is, judged by what it is called. */
export function imageAfter(
  image: string,
  name: string,
): Pick<FoundImage, 'image' | 'reference'> | undefined {
  const reference = readImage(image)
  if (reference === undefined) return undefined
  const isCalled = namesImage(name.replace(/=$/, '')) && isImageInContext(reference)
  return isCalled || isUnmistakable(reference) ? { image, reference } : undefined
}

/** Whether a list is one of containers: objects that name an image. */
export function isContainerList(list: Json | undefined): list is readonly JsonObject[] {
  if (!isJsonList(list) || list.length === 0) return false
  return list.every((item) => isJsonObject(item) && typeof fieldOf(item, 'image') !== 'object')
}
