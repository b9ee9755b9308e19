// Changes the images of a kustomization file line by line, so that comments, order and everything else
// stay. The list of images is written anew, in block style and by name.

import { compareStrings } from '../../formats/go-string.ts'
import { composeDocument } from '../../formats/yaml/compose.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { targetOf, type Node } from '../../formats/yaml/nodes.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'
import { parseDocument } from '../yaml/parse.ts'
import { valueOf } from '../yaml/value.ts'

/** The new parts of an image; an absent part stays as the file has it. */
export interface ImageEdit {
  readonly name: string
  readonly newName?: string
  readonly newTag?: string
  readonly digest?: string
}

const version = /^([^@:]*(?::\d+\/[^@:]*)?(?:\/[^@:]*)*)(?::([^@]*))?(?:@(.*))?$/

/** Reads `name=new:tag` and its shorter forms; `*` is the name that the file has. */
export function parseImageArgument(text: string): ImageEdit {
  const at = text.indexOf('=')
  const [name, rest] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)]
  const match = version.exec(rest)
  const [, image = '', tag, digest] = match ?? []
  if (match === null || image === '' || name === '' || (name === undefined && !tag && !digest)) {
    const wanted = 'NAME=NEWNAME:TAG, NAME=NEWNAME@DIGEST, NAME:TAG or NAME@DIGEST'
    throw new KustomizeError('invalid', `the image ${text} is none of ${wanted}`)
  }
  return {
    name: name ?? image,
    ...(name === undefined || image === '*' ? {} : { newName: image }),
    ...(tag === undefined ? {} : { newTag: tag }),
    ...(digest === undefined ? {} : { digest }),
  }
}

/** The text of a kustomization with images set. */
export function setImages(text: string, edits: readonly ImageEdit[]): string {
  const lines = text.split('\n')
  const place = placeOf(text, lines)
  const before = place === undefined ? [] : imagesIn(lines.slice(place.from, place.to).join('\n'))
  const images = edits.reduce(withEdit, before)
  const written = writeYaml(new Map<string, Value>([['images', images]])).split('\n')
  if (place !== undefined)
    return [...lines.slice(0, place.from), ...written, ...lines.slice(place.to)].join('\n')
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${body}${written.join('\n')}\n`
}

interface LineRange {
  readonly from: number
  /** The line after the last one of the field. */
  readonly to: number
}

function placeOf(text: string, lines: readonly string[]): LineRange | undefined {
  const root = composed(text)
  if (root === undefined) return undefined
  const map = targetOf(root)
  if (map.kind !== 'mapping' || map.isFlow)
    throw new KustomizeError('invalid', 'the kustomization must be a map in block style')
  const at = map.children.findIndex(
    (key, index) => index % 2 === 0 && key.kind === 'scalar' && key.value === 'images',
  )
  const key = map.children[at]
  if (key === undefined) return undefined
  const next = map.children[at + 2]
  const end = next === undefined ? lines.length : next.line
  return { from: key.line, to: lastUsed(lines, key.line, end) }
}

function composed(text: string): Node | undefined {
  try {
    return composeDocument(text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new KustomizeError('invalid', `the kustomization: ${error.problem}`, { cause: error })
  }
}

// Comments and empty lines behind the field belong to what follows.
function lastUsed(lines: readonly string[], from: number, end: number): number {
  let to = end
  while (to > from + 1 && /^(?:\s*#.*|\s*)$/.test(lines[to - 1] ?? '')) to--
  return to
}

type ImageFields = ReadonlyMap<string, Value>

function imagesIn(text: string): ImageFields[] {
  const read = valueOf(parseDocument(text))
  const images = read instanceof Map ? read.get('images') : undefined
  if (images === null || images === undefined) return []
  if (Array.isArray(images) && images.every((one) => one instanceof Map)) return images
  throw new KustomizeError('invalid', 'images must be a list of maps')
}

function withEdit(images: readonly ImageFields[], edit: ImageEdit): ImageFields[] {
  const old = images.find((one) => one.get('name') === edit.name) ?? new Map<string, Value>()
  const changed = new Map<string, Value>([...old, ['name', edit.name]])
  if (edit.newName !== undefined) changed.set('newName', edit.newName)
  if (edit.newTag !== undefined || edit.digest !== undefined) {
    changed.delete('newTag')
    changed.delete('digest')
    changed.delete('tagSuffix')
  }
  if (edit.newTag !== undefined) changed.set('newTag', edit.newTag)
  if (edit.digest !== undefined) changed.set('digest', edit.digest)
  const others = images.filter((one) => one.get('name') !== edit.name)
  return [...others, changed].toSorted((a, b) => compareStrings(nameOf(a), nameOf(b)))
}

function nameOf(image: ImageFields): string {
  const name = image.get('name')
  return typeof name === 'string' ? name : ''
}
