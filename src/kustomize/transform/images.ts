import { compileRegexp } from '../../formats/regexp.ts'
import { editFields, type FieldSpec } from '../config/field-spec.ts'
import type { Resource } from '../resource/resource.ts'
import { getField, requireKind, setScalar } from '../yaml/edit.ts'
import { plainScalar, type YamlNode } from '../yaml/node.ts'
import { isDefinition } from './metadata.ts'
import type { Transformer } from './transformer.ts'

/** The change of the images of a name. */
export interface ImageChange {
  readonly name: string
  readonly newName: string
  readonly newTag: string
  readonly tagSuffix: string
  readonly digest: string
}

const tail = '(:[a-zA-Z0-9_.{}-]*)?(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?$'

/** Gives images another name, tag or digest: those of containers anywhere, and of the fields that are named. */
export function imageTransformer(change: ImageChange, specs: readonly FieldSpec[]): Transformer {
  const isMeant = matcherOf(change.name)
  const set = (node: YamlNode) => {
    requireKind(node, 'scalar')
    if (!isMeant(node.value)) return
    setScalar(node, plainScalar(changedImage(node.value, change)))
  }
  const apply = (resource: Resource) => {
    if (isDefinition(resource.node)) return
    visitContainers(resource.node, set)
  }
  return (map) => {
    map.resources.forEach(apply)
    for (const { node } of map.resources) if (!isDefinition(node)) editFields(node, specs, { set })
  }
}

// The name is part of a pattern, as it is; one that is none means no image.
function matcherOf(name: string): (image: string) => boolean {
  try {
    return compileRegexp(`^${name}${tail}`).matches
  } catch {
    return () => false
  }
}

function visitContainers(node: YamlNode, set: (node: YamlNode) => void): void {
  if (node.kind === 'list') for (const item of node.content) visitContainers(item, set)
  if (node.kind !== 'map') return
  for (let i = 0; i + 1 < node.content.length; i += 2) {
    const value = node.content[i + 1]
    if (value === undefined) continue
    visitContainers(value, set)
    const key = node.content[i]?.value
    const holds = (key === 'containers' || key === 'initContainers') && value.kind === 'list'
    const images = (holds ? value.content : []).flatMap((one) => getField(one, 'image') ?? [])
    for (const image of images) set(image)
  }
}

/** The image after a change. */
function changedImage(image: string, change: ImageChange): string {
  const split = splitImage(image)
  const name = change.newName === '' ? split.name : change.newName
  const { tag, digest } = changedVersion(split, change)
  return name + (tag === '' ? '' : `:${tag}`) + (digest === '' ? '' : `@${digest}`)
}

function changedVersion(
  { tag, digest }: SplitImage,
  change: ImageChange,
): { readonly tag: string; readonly digest: string } {
  if (change.newTag !== '') return { tag: change.newTag, digest: change.digest }
  if (change.digest !== '') return { tag: '', digest: change.digest }
  if (change.tagSuffix !== '') return { tag: tag + change.tagSuffix, digest: '' }
  return { tag, digest }
}

interface SplitImage {
  readonly name: string
  readonly tag: string
  readonly digest: string
}

function splitImage(image: string): SplitImage {
  const slash = Math.max(image.indexOf('/'), 0)
  const at = image.indexOf('@', slash)
  const colon = image.indexOf(':', slash)
  if (at < 0 && colon < 0) return { name: image, tag: '', digest: '' }
  if (at >= 0 && (colon < 0 || at < colon))
    return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) }
  const end = at < 0 ? image.length : at
  const digest = at < 0 ? '' : image.slice(at + 1)
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, end), digest }
}
