import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'

/** A column of a table, with how its cell is found in an object. */
export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0 is always shown, more only on demand. */
  readonly priority: number
  readonly cell: (object: JsonObject, now: Date) => Json
}

const nameDescription =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names'

/** The column that every table has first. */
export const nameColumn: PrinterColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: nameDescription,
  priority: 0,
  cell: (object) => fieldOf(fieldOf(object, 'metadata'), 'name') ?? '',
}

export const ageColumn: PrinterColumn = {
  name: 'Age',
  type: 'string',
  format: '',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  priority: 0,
  cell: (object, now) => ageOf(fieldOf(fieldOf(object, 'metadata'), 'creationTimestamp'), now),
}

/** The columns of a kind of which nothing else is known: its name and when it was made. */
export const plainColumns: readonly PrinterColumn[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    format: '',
    description: ageColumn.description,
    priority: 0,
    cell: (object) => fieldOf(fieldOf(object, 'metadata'), 'creationTimestamp') ?? '<unknown>',
  },
]

export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** A Table of objects. */
export function tableOf(
  objects: readonly JsonObject[],
  columns: readonly PrinterColumn[],
  options: {
    readonly version: string
    readonly include: IncludeObject
    readonly metadata: JsonObject
    readonly now: Date
    /** Rows of later events of a watch go without the definitions. */
    readonly definitions: boolean
  },
): JsonObject {
  const definitions = columns.map(({ name, type, format, description, priority }) => ({
    name,
    type,
    format,
    description,
    priority,
  }))
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata: options.metadata,
    columnDefinitions: options.definitions ? definitions : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.cell(object, options.now)),
      object: includedObject(object, options),
    })),
  }
}

function includedObject(
  object: JsonObject,
  { include, version }: { readonly include: IncludeObject; readonly version: string },
): Json {
  if (include === 'Object') return object
  return include === 'None' ? null : metadataOnly(object, version)
}

/** The object reduced to its metadata. */
export function metadataOnly(object: JsonObject, version: string): JsonObject {
  const metadata = fieldOf(object, 'metadata')
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: isJsonObject(metadata) ? metadata : {},
  }
}

/** How long ago something was, as kubectl shows it. */
export function ageOf(timestamp: Json | undefined, now: Date): string {
  if (typeof timestamp !== 'string') return '<unknown>'
  return shortDuration(Math.floor((now.getTime() - Date.parse(timestamp)) / 1000))
}

const [minute, hour, day] = [60, 3600, 86_400]

/** Seconds as people say them: less exact the longer it is. */
export function shortDuration(seconds: number): string {
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 2 * minute) return `${seconds}s`
  const minutes = Math.floor(seconds / minute)
  if (minutes < 10) return withRest(minutes, 'm', seconds % minute, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(seconds / hour)
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(seconds / day)
  if (hours < 192) return withRest(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  const years = Math.floor(days / 365)
  return days < 8 * 365 ? withRest(years, 'y', days % 365, 'd') : `${years}y`
}

function withRest(count: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${restUnit}`
}
