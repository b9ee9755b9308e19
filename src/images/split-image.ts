import { type Json, type JsonObject, fieldOf, isJsonObject } from '../objects/json.ts'
import { type FoundImage, type ImagePath, type ImageSlots, type Slot } from './found-image.ts'
import { readImage } from './image-reference.ts'
import { schemeLength } from './whole-image.ts'

/** A part of an image and where it stands. */
export interface Part {
  readonly text: string
  readonly slot: Slot
}

export type Parts = Readonly<Partial<Record<PartRole, Part>>>
export type PartRole = 'registry' | 'repository' | 'name' | 'tag' | 'digest'

/** The image that its parts make: `registry/repository/name:tag@digest`, with what there is. */
export function putTogether(parts: Parts): FoundImage | undefined {
  const { registry, repository, name, tag, digest } = parts
  const place = [registry, repository, name].map((part) => part?.text.replace(/\/+$/, '') ?? '')
  const [folder, slots] = withoutRepeatedHost(place, parts)
  const isTagged = /[:@]/.test(folder.slice(folder.lastIndexOf('/') + 1))
  const version = isTagged ? '' : tagOf(tag?.text ?? '')
  const sum = isTagged ? '' : digestOf(digest?.text ?? '', version)
  const image = `${folder}${version}${sum}`
  const reference = readImage(image)
  const telling = name ?? repository
  if (reference === undefined || telling === undefined) return undefined
  const { tag: _, digest: __, ...places } = slots
  const path = telling.slot.path
  return { image, reference, path, slots: isTagged ? places : slots, confident: true }
}

// A repository that names its host makes the registry beside it a default that is not used.
function withoutRepeatedHost(
  place: readonly string[],
  { registry, ...others }: Parts,
): [string, ImageSlots] {
  const [host = '', ...rest] = place
  const folder = rest.filter((part) => part !== '').join('/')
  const slots = slotsOf(registry === undefined ? others : { registry, ...others })
  if (host === '') return [folder, slots]
  if (folder.startsWith(`${host}/`)) return [folder, slotsOf(others)]
  return [folder === '' ? host : `${host}/${folder}`, slots]
}

function slotsOf(parts: Parts): ImageSlots {
  return Object.fromEntries(Object.entries(parts).map(([role, { slot }]) => [role, slot]))
}

// Charts and operators write digests where tags stand, and tags with the colon before them.
function tagOf(tag: string): string {
  if (tag === '') return ''
  if (/^sha256:[0-9a-f]{32,}$/.test(tag)) return `@${tag}`
  return /^[:@]/.test(tag) ? tag : `:${tag}`
}

function digestOf(digest: string, version: string): string {
  if (digest === '' || version.includes('@')) return ''
  return /^[a-z0-9]+:/.test(digest) ? `@${digest}` : `@sha256:${digest}`
}

const rolesOfFields: Readonly<Record<string, PartRole>> = {
  registry: 'registry',
  imageRegistry: 'registry',
  repository: 'repository',
  repo: 'repository',
  imageRepository: 'repository',
  image: 'name',
  newName: 'name',
  name: 'name',
  imageName: 'name',
  newTag: 'tag',
  tag: 'tag',
  imageTag: 'tag',
  version: 'tag',
  versionTag: 'tag',
  digest: 'digest',
  sha: 'digest',
  sha256: 'digest',
}

/** The image that an object is made of: `{repository, tag}`, `{name, tag}`, `{registry, repository, tag, digest}` and the like. */
export function splitImage(value: Json | undefined, path: ImagePath): FoundImage | undefined {
  if (!isJsonObject(value)) return undefined
  const parts: Partial<Record<PartRole, Part>> = {}
  for (const [field, role] of Object.entries(rolesOfFields)) {
    const part = partAt(value, field, path)
    if (part !== undefined) parts[role] ??= part
  }
  return parts.repository === undefined && parts.name === undefined ? undefined : putTogether(parts)
}

/** Whether an object says of itself that it is an image in parts, without a name before it. */
export function isSplitImage(object: JsonObject): boolean {
  const has = (field: string) => partAt(object, field, []) !== undefined
  if (!has('tag') && !has('digest') && !has('imageTag') && !has('version')) return false
  if (has('image') && has('repository')) return true
  if (!has('tag') && !has('digest') && !has('imageTag')) return false
  return has('repository') || (has('registry') && (has('image') || has('name')))
}

/** A text of an object as a part; numbers stand for tags, empty texts for nothing. */
export function partAt(object: JsonObject, field: string, path: ImagePath): Part | undefined {
  const value = fieldOf(object, field)
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  if (typeof text !== 'string' || text === '') return undefined
  const start = schemeLength(text)
  return { text: text.slice(start), slot: { path: [...path, field], start, end: text.length } }
}
