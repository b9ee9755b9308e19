import { type Json, fieldOf, isJsonList, isJsonObject } from '../objects/json.ts'
import { type FoundImage, type FoundPart, type ImagePath, wholeSlot } from './found-image.ts'
import type { FieldRow } from './tables/image-table.ts'
import { type Part, type PartRole, partAt, putTogether, splitImage } from './split-image.ts'
import { wholeImage } from './whole-image.ts'

/** The images that a row of the table finds in an object. */
export function rowImages(object: Json, row: FieldRow): FoundImage[] {
  const [path, braces] = row.path.split('{')
  return placesAt(object, fieldsOf(path ?? ''), []).flatMap(({ value, at }) => {
    const found =
      braces === undefined ? imageAt(value, at) : partsImage(value, at, braces.replace(/\}$/, ''))
    return found ?? []
  })
}

/** The registries and folders that a row of the table finds. */
export function rowParts(object: Json, row: FieldRow): FoundPart[] {
  return placesAt(object, fieldsOf(row.path), []).flatMap(({ value, at }) => {
    if (typeof value !== 'string' || value === '') return []
    const slot = wholeSlot(at, value)
    return [{ part: 'registry', text: value, path: at, slot, isKnown: true } as const]
  })
}

/** Whether a place is the one, or below the one, that a row names. */
export function isBelow(place: ImagePath, row: FieldRow): boolean {
  const fields = fieldsOf(row.path)
  return (
    fields.length <= place.length &&
    fields.every((field, at) => field === '*' || field === String(place[at]))
  )
}

function imageAt(value: Json, at: ImagePath): FoundImage | undefined {
  return typeof value === 'string' ? wholeImage(value, at) : splitImage(value, at)
}

function fieldsOf(path: string): readonly string[] {
  return path
    .replaceAll('[]', '.*')
    .split('.')
    .filter((field) => field !== '')
}

interface FoundValue {
  readonly value: Json
  readonly at: ImagePath
}

function placesAt(value: Json, fields: readonly string[], at: ImagePath): FoundValue[] {
  const [field, ...rest] = fields
  if (field === undefined) return [{ value, at }]
  if (field === '*' && isJsonList(value)) {
    return value.flatMap((item, n) => placesAt(item, rest, [...at, n]))
  }
  if (!isJsonObject(value)) return []
  const names = field === '*' ? Object.keys(value) : [field]
  return names.flatMap((name) => {
    const inner = fieldOf(value, name)
    return inner === undefined ? [] : placesAt(inner, rest, [...at, name])
  })
}

// `repository,tag` or `name=upgrade.image,tag=upgrade.version|version`.
function partsImage(value: Json, at: ImagePath, braces: string): FoundImage | undefined {
  if (!braces.includes('=')) return imageAt(value, at)
  if (!isJsonObject(value)) return undefined
  const parts: Partial<Record<PartRole, Part>> = {}
  for (const one of braces.split(',')) {
    const [role = '', paths = ''] = one.split('=')
    for (const path of paths.split('|')) {
      const fields = path.split('.')
      const last = fields.pop() ?? ''
      const [place] = placesAt(value, fields, at)
      if (place === undefined || !isJsonObject(place.value)) continue
      const part = partAt(place.value, last, place.at)
      if (part !== undefined) parts[role as PartRole] ??= part
    }
  }
  return parts.repository === undefined && parts.name === undefined ? undefined : putTogether(parts)
}
