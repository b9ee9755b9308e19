// The TOML type that BurntSushi's encoder takes a value for.

import { compareStrings } from '../go-string.ts'
import { GoObject, isList, isMap, isTypedNil, itemsOf, type Value } from '../value.ts'
import { TomlError } from './errors.ts'
import { TomlTime } from './time.ts'

export type TomlType = 'nil' | 'table' | 'tables' | 'array' | 'leaf'

export interface TableMember {
  readonly key: string
  readonly value: Value
  /** The place of a struct's field among all its fields. */
  readonly place: number
}

export function isNil(value: Value): boolean {
  return value === null || value === undefined || isTypedNil(value)
}

export function isTable(type: TomlType): boolean {
  return type === 'table' || type === 'tables'
}

export function tomlType(value: Value): TomlType {
  if (isNil(value)) return 'nil'
  if (isMap(value)) return 'table'
  if (isList(value)) return isTableArray(itemsOf(value)) ? 'tables' : 'array'
  if (!(value instanceof GoObject)) return 'leaf'
  if (value.kind === 'func' || value.kind === 'complex128')
    throw new TomlError(`unsupported type: ${value.kind}`)
  if (textOf(value) !== undefined) return 'leaf'
  return value.kind === 'struct' || value.kind === 'ptr' ? 'table' : 'leaf'
}

// Every element is looked at, because none may be nil.
function isTableArray(items: readonly Value[]): boolean {
  let allTables = items.length > 0
  for (const item of items) {
    const type = tomlType(item)
    if (type === 'nil') throw new TomlError('toml: cannot encode array with nil element')
    if (type !== 'table') allTables = false
  }
  return allTables
}

const rfc3339Nano = '2006-01-02T15:04:05.999999999Z07:00'

/** The text of a value that writes itself: times, durations and what has MarshalText. */
export function textOf(object: GoObject): string | undefined {
  const { type } = object
  if (object instanceof TomlTime) return object.toml()
  if (type === 'time.Time' || type === '*time.Time') {
    const format = object.method('Format')
    return localText(object) ?? textIn(format ? format.call([rfc3339Nano]) : object.json())
  }
  if (type === 'time.Duration') return object.text()
  const marshalText = object.method('MarshalText')
  return marshalText === undefined ? undefined : textIn(marshalText.call([]))
}

/** Shapes of times without a zone; the parser names their zones for what is missing. */
const localLayouts: Readonly<Record<string, string>> = {
  'datetime-local': '2006-01-02T15:04:05.999999999',
  'date-local': '2006-01-02',
  'time-local': '15:04:05.999999999',
}

/** A time that was read without a zone keeps its shape; undefined for others. */
function localText(time: GoObject): string | undefined {
  const zone = time.method('Location')?.call([])
  const layout = zone instanceof GoObject ? localLayouts[zone.text() ?? ''] : undefined
  const inUtc = layout === undefined ? undefined : time.method('UTC')?.call([])
  if (layout === undefined || !(inUtc instanceof GoObject)) return undefined
  return textIn(inUtc.method('Format')?.call([layout]))
}

function textIn(value: Value): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'string' ? value : ''
}

/** The members of a table: sorted keys of a map, exported fields of a struct. */
export function membersOf(table: Value): readonly TableMember[] {
  if (isMap(table))
    return [...table]
      .toSorted(([a], [b]) => compareStrings(a, b))
      .map(([key, value], place) => ({ key, value, place }))
  return (table as GoObject)
    .fields()
    .map(([key, value], place) => ({ key, value, place }))
    .filter(({ key }) => /^\p{Lu}/u.test(key))
}
